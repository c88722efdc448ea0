// SPDX-License-Identifier: MIT
// Requests that are read without a document: which they are, and that they say and are answered what their document is.
#include <gtest/gtest.h>

#include <random>

#include "../plain_and_document.hpp"
#include "cli/reply.hpp"
#include "operations/table.hpp"

namespace colex::cli {
namespace {

bool is_plain(std::string_view text) {
  PlainRequest request;
  return read_plain(text, request);
}

TEST(PlainRequest, UsualRequestsAreReadWithoutADocument) {
  for (char const* text :
       {R"j({"op": "coalesce", "args": ["(2,1):(3,1)"]})j", R"j({"op":"complement","args":["4:3",16]})j",
        R"j( { "args" : [ -4 , 0 , "" ] , "op" : "size" , "id" : "a b" } )j", R"j({"op":"size","args":[]})j",
        R"j({"expression":"size(4:1)"})j", R"j({"expression":"4:1","id":-12})j",
        R"j({"op":"evaluate","args":["4:1",999999999999999999],"id":0})j",
        "{\"op\":\"size\",\t\"args\":[4]}\r"})
    EXPECT_TRUE(is_plain(text)) << text;
}

TEST(PlainRequest, TheDocumentReaderHasAllElse) {
  for (char const* text : {R"j()j",
                           R"j({)j",
                           R"j({})j",
                           R"j([])j",
                           R"j({"op":"size"})j",
                           R"j({"args":[]})j",
                           R"j({"op":"size","args":[4]}x)j",
                           R"j({"op":"size","args":[4],})j",
                           R"j({"op":"size","args":[4,]})j",
                           R"j({"op":"size","args":[,4]})j",
                           R"j({"op":"size","op":"size","args":[4]})j",
                           R"j({"op":"","op":"size","args":[4]})j",
                           R"j({"op":"size","args":[],"args":[4]})j",
                           R"j({"op":"size","args":[4],"id":1,"id":1})j",
                           R"j({"expression":"","expression":"4:1"})j",
                           R"j({"op":"size","args":[4],"expression":"4:1"})j",
                           R"j({"op":"help","args":[]})j",
                           R"j({"op":"size","args":[04]})j",
                           R"j({"op":"size","args":[-0]})j",
                           R"j({"op":"size","args":[4.0]})j",
                           R"j({"op":"size","args":[4e1]})j",
                           R"j({"op":"size","args":[+4]})j",
                           R"j({"op":"size","args":[1000000000000000000]})j",
                           R"j({"op":"size","args":[- 4]})j",
                           R"j({"op":"size","args":[-]})j",
                           R"j({"op":"size","args":[4 4]})j",
                           R"j({"op":"size","args":["4" "4"]})j",
                           R"j({"op":"size","args":[[4]]})j",
                           R"j({"op":"size","args":[true]})j",
                           R"j({"op":"size","args":["\u0034"]})j",
                           R"j({"op":"size","args":["é"]})j",
                           R"j({"op":"size","args":[4],"id":null})j",
                           R"j({"op":"size","args":[4],"id":1.5})j",
                           R"j({"op":"size","args":[4],"cover":true})j",
                           R"j({"op":"size","args":[4],"options":{}})j",
                           R"j({'op':'size','args':[4]})j",
                           R"j({"op":"size","args":[4])j",
                           R"j({"op":"size","args":["4)j",
                           R"j({"op" "size","args":[4]})j",
                           R"j({"op":4,"args":[4]})j",
                           "{\"op\":\"size\",\"args\":[\"\t5\"]}",
                           "{\"op\":\"size\",\"args\":[\"\t5]}",
                           "{\"op\":\"size\",\"args\":[4],\"id\":\"\t5}",
                           "{\"op\":\"size\",\"args\":[\"\x7f\"]}"})
    EXPECT_FALSE(is_plain(text)) << text;
}

/// Requests of every operation, and texts that are nearly such.
class Drawn {
 public:
  std::string request() {
    std::string const blank = one({"", "", "", " ", "\t", "\r"});
    std::string args;
    for (int k = number(0, 3); k > 0; --k)
      args += (args.empty() ? "" : blank + ",") +
              one({"\"(8,8):(8,1)\"", "\"4:2\"", "\"(4,6,8,10):(2,3,5,7)\"", "\"6:12\"", "4", "16",
                   "\"<2,4>\"", "\"(6,4):(1,7)\"", "\"Sw<2,0,3> o 0 o 9:1\"", "\"[0,2,4]\"", "-1", "0",
                   "\"(4\"", "\"\"", "\"(4,8):(1@0,1@1)\"", "\"coalesce(4:1)\""});
    std::string const& name = operation_names()[static_cast<std::size_t>(
        number(0, static_cast<int>(operation_names().size()) - 1))];
    std::string members = number(0, 5) == 0 ? "\"expression\":" + blank +
                                                  one({"\"size((4,2):(1,4))\"", "\"4:1 o 8:1\"", "\"size(\""})
                                            : "\"op\":" + blank + "\"" + name + "\"" + blank + ",\"args\"" +
                                                  blank + ":[" + args + blank + "]";
    if (number(0, 2) == 0) members += ",\"id\":" + one({"7", "-7", "\"a\"", "0", "\"\""});
    return blank + "{" + blank + members + blank + "}" + blank;
  }

  /// One to three bytes changed, taken out or put in.
  std::string damaged(std::string text) {
    for (int k = number(1, 3); k > 0; --k) {
      auto const at = static_cast<std::size_t>(number(0, static_cast<int>(text.size()) - 1));
      std::string const other =
          one({"\"", "\\", "0",    "9",    "-", ",", ":",      "[",       "]",  "{",   "}",
               " ",  "\t", "\x01", "\xc3", ".", "e", "\"op\"", "\"id\":", "00", "\x7f"});
      text.replace(at, static_cast<std::size_t>(number(0, 1)), number(0, 2) == 0 ? "" : other);
      if (text.empty()) text = " ";
    }
    return text;
  }

 private:
  int number(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }
  std::string one(std::initializer_list<char const*> list) {
    return list.begin()[number(0, static_cast<int>(list.size()) - 1)];
  }
  std::mt19937 random_{20261127};
};

TEST(PlainRequest, SaysWhatItsDocumentSays) {
  Drawn drawn;
  int taken = 0;
  for (int k = 0; k < 20'000; ++k) {
    std::string const text = drawn.request(), other = drawn.damaged(text);
    EXPECT_TRUE(is_plain(text)) << text;
    EXPECT_EQ(disagreement(text), "") << text;
    EXPECT_EQ(disagreement(other), "") << other;
    taken += is_plain(other) ? 1 : 0;
  }
  EXPECT_GT(taken, 1000);
  EXPECT_LT(taken, 15'000);
}

/// The same request with an escape in a key, which only the document reader takes.
std::string escaped_key(std::string text) {
  for (char const* key : {"\"op\"", "\"expression\""})
    if (std::size_t const at = text.find(key); at != text.npos)
      return text.replace(at, 2, key[1] == 'o' ? "\"\\u006f" : "\"\\u0065");
  return text;
}

TEST(PlainRequest, IsAnsweredAsItsDocumentIs) {
  Drawn drawn;
  int answered = 0;
  for (int k = 0; k < 4'000; ++k) {
    std::string const text = drawn.request(), document = escaped_key(text);
    ASSERT_FALSE(is_plain(document)) << document;
    for (bool const cute : {false, true}) {
      std::string const reply = reply_to(text, {.cute = cute});
      ASSERT_EQ(reply, reply_to(document, {.cute = cute})) << text;
      answered += reply.find("\"ok\":true") != reply.npos ? 1 : 0;
    }
  }
  EXPECT_GT(answered, 800);
}

}  // namespace
}  // namespace colex::cli
