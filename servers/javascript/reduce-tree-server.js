// A property test in JavaScript that is started once: `reduce-tree --test-server 'node server.js' bug.js`.
//
//     const { serve } = require("./reduce-tree-server");
//     const { minify } = require("terser");
//     serve(({ text }) => /toString/.test(minify(text).error?.message));
//
// The test is a function of the candidate, `{ text, path, folder }`; it may be async. What it returns says whether the
// candidate is interesting; if it throws, the candidate is not. Where candidates are folders, `path` and `folder` are the
// same, and there is no `text`.
//
// All candidates are tested in this process, one after the other: what the tool under test keeps between two calls, it
// keeps. A candidate that makes the process hang or end is tried once more in a fresh process. `--fresh-every N` has the
// process replaced now and then. For tests that run their candidates there is `run`.
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const { inspect } = require("util");
const vm = require("vm");

const VERSION = 1;
// Characters of a test's output that are sent on.
const KEPT = 16 * 1024;

/** Answers until the input ends. */
function serve(test) {
  const say = answers();
  // One at a time, in order: what comes meanwhile waits in the stream.
  (async () => {
    for await (const line of readline.createInterface({ input: process.stdin })) {
      if (!line.trim()) continue;
      const message = JSON.parse(line);
      if (message.hello) say({ hello: { version: VERSION } });
      if (message.test) say(await answer(test, message.test));
    }
    process.exit(0);
  })();
}

/** Runs a program in a fresh global context, of which nothing is left afterwards: what it printed, and the error that it
 * ended with, if any. The context keeps globals apart; it does not keep a program from doing harm that wants to. */
function run(text, { timeout = 1000, globals = {} } = {}) {
  const lines = [];
  const print = (...words) => void lines.push(words.map((word) => (typeof word === "string" ? word : inspect(word))).join(" "));
  const console = { log: print, info: print, warn: print, error: print, debug: print };
  let error = null;
  try {
    vm.runInNewContext(text, { console, print, ...globals }, { timeout });
  } catch (thrown) {
    error = thrown;
  }
  return { output: lines.join("\n"), error };
}

async function answer(test, { id, path: file }) {
  const candidate = {
    path: file,
    folder: fs.statSync(file).isDirectory() ? file : path.dirname(file),
    get text() {
      return fs.readFileSync(file, "utf8");
    },
  };
  try {
    return { id, verdict: (await test(candidate)) ? "interesting" : "not" };
  } catch (error) {
    return { id, verdict: "not", output: inspect(error).slice(0, KEPT) };
  }
}

/** What writes messages. From now on everything else that goes to the standard output goes to the standard error. */
function answers() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return (message) => write(JSON.stringify(message) + "\n");
}

module.exports = { serve, run };
