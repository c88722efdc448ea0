#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The site: every link leads somewhere, no page asks another server, every page is reached from the first, the search finds: site_test.py FOLDER

Exit status 77, with the reason, where the site is not built.
"""
import html.parser
import pathlib
import sys
import unittest
import urllib.parse

from browser import Browser, chromium

SITE = pathlib.Path(sys.argv[1]).resolve()
LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data"), ("form", "action")}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.loads = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.names |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        self.loads += [value for key, value in attrs if (tag, key) in LOADS and value and given.get("rel") != "author"]


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path: Page(path) for path in SITE.rglob("*.html")}

    def target(self, page, link):
        parts = urllib.parse.urlsplit(link)
        path = urllib.parse.unquote(parts.path)
        return ((page.parent / path).resolve() if path else page), urllib.parse.unquote(parts.fragment)

    def test_links_lead_somewhere(self):
        checked, broken = 0, []
        for path, page in self.pages.items():
            for link in page.links:
                if urllib.parse.urlsplit(link).scheme:
                    continue
                target, name = self.target(path, link)
                checked += 1
                if not target.exists() or (name and target in self.pages and name not in self.pages[target].names):
                    broken.append(f"{path.relative_to(SITE)}: {link}")
        self.assertEqual(broken, [])
        self.assertGreater(checked, 1000)

    def test_nothing_comes_from_elsewhere(self):
        for path, page in self.pages.items():
            for load in page.loads:
                with self.subTest(page=path.name, load=load):
                    self.assertIn(urllib.parse.urlsplit(load).scheme, ("", "data"))
        for style in SITE.rglob("*.css"):
            self.assertNotRegex(style.read_text(), r"(?:url\(\s*['\"]?|@import\s+['\"])(?:https?:)?//", style.name)

    def test_every_page_is_reached(self):
        seen, todo = set(), [SITE / "index.html"]
        while todo:
            page = todo.pop()
            if page in seen or page not in self.pages:
                continue
            seen.add(page)
            todo += [self.target(page, link)[0] for link in self.pages[page].links if not urllib.parse.urlsplit(link).scheme]
        made_by_sphinx = {SITE / name for name in ("genindex.html", "search.html", "py-modindex.html")}
        self.assertEqual({str(p.relative_to(SITE)) for p in set(self.pages) - seen - made_by_sphinx}, set())

    def test_the_references_hold_what_they_should(self):
        python = next(p for path, p in self.pages.items() if path.name == "python_api.html").names
        for name in ("colex.complement", "colex.Layout.coalesce", "colex.Refused", "colex.as_strided"):
            self.assertIn(name, python)
        headers = next(p for path, p in self.pages.items() if path.name == "cpp_api.html").names
        for name in ("complement-hpp", "layout-hpp"):
            self.assertIn(name, headers)
        self.assertTrue(any("complement_step" in name for name in headers), "no function of a header")

    @unittest.skipIf(chromium() is None, "no Chromium")
    def test_the_search_finds(self):
        """From files, as a reader without a server has them; no request leaves them."""
        with Browser() as browser:
            browser.open((SITE / "search.html").as_uri() + "?q=complement")
            browser.wait("document.querySelectorAll('#search-results li').length > 3")
            self.assertEqual([url for url in browser.requests if not url.startswith(("file:", "data:"))], [])
            browser.open((SITE / "search.html").as_uri() + "?q=bank+conflict")
            browser.wait("document.querySelectorAll('#search-results li').length > 3")
            first = browser.run("document.querySelector('#search-results li a').getAttribute('href')")
            self.assertTrue(first.startswith("docs/questions.html"), first)
            browser.open((SITE / "index.html").as_uri())
            self.assertEqual([url for url in browser.requests if not url.startswith(("file:", "data:"))], [])


if __name__ == "__main__":
    if not (SITE / "index.html").exists():
        print(f"SKIP: {SITE} is not built: tools/site")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
