// crew's reporter for Node's test runner, as a `data:` URL, so that it needs no file. It writes what the built-in reporters omit: file and groups of
// every test, and a plan for each process. It removes its URL from NODE_OPTIONS, so that tests do not learn where results are. If tests write a
// file there nevertheless, the plan no longer matches. Used by pipeline/request-results.ts and results-shell.ts for the runner `node`.

const SOURCE = `
import { appendFileSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS || '').replace(/--test-reporter=data:.*/s, '').trim();
if (process.env.NODE_OPTIONS === '') delete process.env.NODE_OPTIONS;
const out = decodeURIComponent(new URL(import.meta.url).hash.slice(1));
const own = () => readdirSync(dirname(out)).filter((name) => name.startsWith(basename(out) + '.')).length;
const left = own();
const file = out + '.' + process.pid + '-' + process.hrtime.bigint() + '.tap';
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
  say('1..' + (count + Math.abs(own() - left - 1)));
}
`;

/** The reporter's URL; the part after `#` is the prefix of its files. */
export const NODE_REPORTER = `data:text/javascript;base64,${Buffer.from(SOURCE).toString('base64')}`;
