// A reporter for node's own test runner, as text: node loads it from a `data:` address, so it needs no file anywhere.
// It tells what the built-in ones leave out: the file of every test, its groups, and a plan for each process.
// The tests are started after it, and get this process' environment: so it takes its own address out of there, or every file
// under test would be told where results lie. Whoever finds the tray all the same and adds a file breaks the plan.

const source = (tray: string) => `
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
delete process.env.NODE_OPTIONS;
const tray = ${JSON.stringify(tray)};
const left = readdirSync(tray).length;
const file = join(tray, process.pid + '-' + process.hrtime.bigint() + '.tap');
const say = (line) => appendFileSync(file, line + '\\n');
const textOf = (error) => {
  const cause = error && error.cause;
  if (cause && typeof cause === 'object') return String(cause.stack || cause.message || cause);
  return String(cause || (error && error.message) || '');
};
export default async function* report(events) {
  const open = [];
  let count = 0;
  say('TAP version 13');
  for await (const { type, data } of events) {
    if (type === 'test:start') open.splice(data.nesting, open.length, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const ok = type === 'test:pass';
    const error = data.details && data.details.error;
    const group = data.details && data.details.type === 'suite';
    if (group && error && error.failureType === 'subtestsFailed') continue;
    if (ok && group && data.skip === undefined && data.todo === undefined) continue;
    count += 1;
    const mark = data.skip !== undefined ? ' # SKIP' : data.todo !== undefined ? ' # TODO' : '';
    say((ok ? 'ok ' : 'not ok ') + count + mark);
    const path = [...open.slice(0, data.nesting), data.name].map(String);
    const details = { path, file: data.file, line: data.line, ms: data.details && data.details.duration_ms };
    say('  ---\\n  ' + JSON.stringify(ok ? details : { ...details, message: textOf(error).slice(0, 20000) }) + '\\n  ...');
  }
  say('1..' + (count + Math.abs(readdirSync(tray).length - left - 1)));
}
`;

/** The reporter as an address that node can import. */
export function nodeReporter(tray: string): string {
  return `data:text/javascript;base64,${Buffer.from(source(tray)).toString('base64')}`;
}
