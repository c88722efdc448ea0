// SPDX-License-Identifier: MIT
// Runs command lines of the tool, one after the other, and answers {id, results: [{status, out, err}]}.
"use strict";
let out, err, status;
const engine = colex({
  stdin: () => null,
  print: (line) => out.push(line),
  printErr: (line) => err.push(line),
  quit: (code) => { status = code; },
});

/// Nothing is asked through a shell: a word is an argument, whatever it holds. {words, text}: with a file `text` that holds it.
function run(tool, command) {
  const {words, text} = Array.isArray(command) ? {words: command} : command;
  if (text !== undefined) tool.FS.writeFile("text", text);
  out = [], err = [], status = 0;
  const stack = tool.stackSave();  // callMain leaves the words there
  const returned = tool.callMain(words);
  tool.stackRestore(stack);
  return {status: status || returned || 0, out: out.join("\n"), err: err.join("\n")};
}

engine.then((tool) => {
  self.onmessage = ({data: {id, commands}}) => self.postMessage({id, results: commands.map((command) => run(tool, command))});
  self.postMessage({ready: true});
});
