# SPDX-License-Identifier: MIT
"""A headless Chromium, driven over a pipe by the DevTools protocol: open a page, run a script in it, press keys, look at what it asked for."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


def chromium():
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


class Browser:
    """One page. `errors` are the console's, and uncaught exceptions; `requests` all addresses that anything asked for."""

    def __init__(self, width=1200, height=900):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read, self.to = os.pipe()
        self.back, write = os.pipe()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
                   "--disable-component-update", "--no-first-run", "--remote-debugging-pipe",
                   f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}", "about:blank"]  # fmt: skip
        shell = f'exec "$0" "$@" 3<&{read} 4>&{write}'
        self.process = subprocess.Popen(["bash", "-c", shell, chromium(), *options], pass_fds=(read, write),
                                        stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # fmt: skip
        os.close(read), os.close(write)
        self.number, self.buffer, self.errors, self.requests, self.session = 0, b"", [], [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.to), os.close(self.back)
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.back, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self.buffer += more
        text, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        session = {"sessionId": self.session} if self.session else {}
        os.write(self.to, json.dumps({"id": self.number, "method": method, "params": parameters, **session}).encode() + b"\0")
        while True:
            said = self.message()
            if said.get("id") == self.number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']['message']}")
                return said["result"]
            self.notice(said)

    def notice(self, event):
        said = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(said["exceptionDetails"].get("exception", {}).get("description", said["exceptionDetails"]["text"]))
            case "Runtime.consoleAPICalled" if said["type"] in ("error", "warning"):
                self.errors.append(str([a.get("value") for a in said["args"]]))
            case "Log.entryAdded" if said["entry"]["level"] in ("error", "warning"):
                self.errors.append(said["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(said["request"]["url"])

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def run(self, script):
        said = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"].get("exception", {}).get("description", "script failed"))
        return said["result"].get("value")

    def wait(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.01)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def picture(self, path, width=1200, dark=False):
        """The whole page, as wide as that."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=max(900, self.run("document.documentElement.scrollHeight")), deviceScaleFactor=1, mobile=width < 600)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
