// Recognizes runners that a Node program starts when the command does not show which one: `ts-scripts test` starts Vitest, `node test.js` may start
// Mocha. A file that Node loads first (`--require` in NODE_OPTIONS) recognizes them. It removes itself from the environment of runners and of the
// repository's own programs, so that tests do not learn where results are. Used by pipeline/request-results.ts.
import { jest } from './jest.js';
import { mocha } from './mocha.js';
import { node } from './node.js';
import type { Runner } from './runner.js';
import { vitest } from './vitest.js';

/** Declared with its type, because the compiler does not check the name of a property beside a spread. */
const SEVERAL_FILES: Pick<Runner, 'writesSeveralResultFiles'> = { writesSeveralResultFiles: true };

/** The runners that are recognized. The index is part of the names of their files. A program may start a runner several times. */
export const NODE_PROGRAMS: readonly Runner[] = [vitest, jest, mocha, { ...node, name: 'mocha' }].map((runner) => ({
  ...runner,
  ...SEVERAL_FILES,
}));

/** The environment variable with the prefix of result files. */
export const PREFIX_VARIABLE = 'CREW_RESULTS';

/** The text of the file, in CommonJS. */
export const NODE_PRELOAD = `'use strict';
const { appendFileSync } = require('node:fs');
const Module = require('node:module');
const prefix = process.env.${PREFIX_VARIABLE};
const program = (process.argv[1] || '').replaceAll('\\\\', '/');
const hide = () => {
  delete process.env.${PREFIX_VARIABLE};
  const left = (process.env.NODE_OPTIONS || '').replace(/--require=\\S*\\.start\\.cjs/, '').trim();
  if (left === '') delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = left;
};
const fileOf = (runner) => prefix + '.' + runner + '.' + process.pid + '-' + process.hrtime.bigint();
const COMMANDS = [
  [/\\/vitest\\/(?:vitest\\.mjs|dist\\/cli\\.js)$/, () => {
    const shown = process.argv.some((word) => word.startsWith('--reporter')) ? [] : ['--reporter=default'];
    return [...shown, '--reporter=json', '--outputFile.json=' + fileOf(0) + '.json'];
  }],
  [/\\/jest(?:-cli)?\\/bin\\/jest\\.js$/, () => ['--json', '--outputFile=' + fileOf(1) + '.json', '--testLocationInResults']],
  [/\\/mocha\\/(?:bin\\/_?mocha(?:\\.js)?|lib\\/cli\\/cli\\.js)$/, () => ['--reporter=xunit', '--reporter-option', 'output=' + fileOf(2) + '.xml']],
];
const command = prefix && COMMANDS.find(([is]) => is.test(program));
if (command) {
  process.argv.push(...command[1]());
  hide();
} else if (prefix && /\\.[cm]?js$/.test(program) && !/\\/(?:node_modules|corepack|pnpm|\\.?yarn)\\//.test(program)) {
  hide();
  const load = Module._load;
  Module._load = function (request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    if (request === 'mocha' && typeof loaded === 'function' && loaded.prototype && loaded.prototype.run && !loaded.crewReports) {
      loaded.crewReports = true;
      const run = loaded.prototype.run;
      loaded.prototype.run = function (...args) {
        const Reporter = this._reporter;
        this._reporter = function (runner, options) {
          report(runner);
          return new Reporter(runner, options);
        };
        return run.apply(this, args);
      };
    }
    return loaded;
  };
}
const textOf = (error) => String((error && (error.stack || error.message)) || error || '').slice(0, 20000);
function report(runner) {
  const file = fileOf(3) + '.tap';
  let count = 0;
  const say = (line) => appendFileSync(file, line + '\\n');
  const reportTest = (ok, test, mark, error) => {
    count += 1;
    const path = test.titlePath ? test.titlePath() : [test.title];
    const details = { path, file: test.file, ms: test.duration, message: error && textOf(error) };
    say((ok ? 'ok ' : 'not ok ') + count + mark);
    say('  ---\\n  ' + JSON.stringify(details) + '\\n  ...');
  };
  say('TAP version 13');
  runner.on('pass', (test) => reportTest(true, test, ''));
  runner.on('pending', (test) => reportTest(true, test, ' # SKIP'));
  runner.on('fail', (test, error) => reportTest(false, test, '', error));
  runner.on('end', () => say('1..' + count));
}
`;
