// SPDX-License-Identifier: MIT
// Starts the language server of the Python package colex for files of questions, *.colex.
"use strict";

const vscode = require("vscode");
const {LanguageClient} = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const python = vscode.workspace.getConfiguration("colex").get("python");
  const server = {command: python, args: ["-m", "colex.language_server"]};
  client = new LanguageClient("colex", "colex", server, {documentSelector: [{language: "colex"}]});
  return client.start();
};
exports.deactivate = () => client?.stop();
