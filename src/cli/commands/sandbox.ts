// `crew sandbox`: starts the embedded GitHub and prints what can be tried there.
import { UserError } from '../../ports/errors.js';
import { untilStopped } from '../../services/process.js';
import { freePort, openGithubSandbox } from '../embedded-github.js';
import type { CliCommand } from '../flags.js';
import { TRY_OTHERS, TRY_REVIEW, terminalExamples } from '../sandbox-examples.js';

/** Runs the embedded GitHub with the sample project until the process is told to stop. */
export const sandbox: CliCommand = async ({ env, options, log, paint, flags }) => {
  const opened = await openGithubSandbox(env, { port: (await portOf(options.port)) ?? (await freePort()) });
  const model = opened.model.scripted
    ? 'The model is a script: no key, and costs that are shown are simulated.'
    : `The model is real: ${opened.model.name}.`;
  log(`${paint.strong('crew sandbox')} is open at ${paint.accent(opened.url)}`);
  log(`Open an issue there and write ${paint.accent('/crew help')}. ${model} Ctrl+C closes it.`);
  log(`Issue #2 is a bug. Comment ${paint.accent('/crew fix')} on it, and crew opens a pull request that fixes it.`);
  if (opened.model.scripted) {
    log(
      `On its pull request, comment on lines. Then comment ${paint.accent('/crew fix')} once more. The script knows these:`,
    );
    for (const each of TRY_REVIEW) log(`  ${paint.accent(each)}`);
    log('Open an issue of your own and try there:');
    for (const each of TRY_OTHERS) log(`  ${paint.accent(each)}`);
  }
  if (opened.model.url !== undefined) {
    const program = process.argv[1] ?? 'crew';
    log(`In a clone of ${paint.accent(`${opened.url}/sample/tidy-dates.git`)}, ask the same model at a terminal:`);
    for (const each of terminalExamples(opened.model.url, program)) log(paint.accent(`  ${each}`));
  }
  if (flags.json) process.stdout.write(`${JSON.stringify({ url: opened.url, model: opened.model })}\n`);
  await untilStopped();
  await opened.close();
  return { text: '', json: undefined, exit: 0 };
};

const DEFAULT_PORT = 4180;

/** Ports from 1024 on that browsers and `fetch` refuse to connect to (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/** The port of `--port`, else the default port. Undefined if the default port is in use. */
async function portOf(named: string | undefined): Promise<number | undefined> {
  if (named === undefined) return (await isFree(DEFAULT_PORT)) ? DEFAULT_PORT : undefined;
  const port = Number(named);
  if (!Number.isInteger(port) || port < 1024 || port > 65_535 || BLOCKED.includes(port)) {
    throw new UserError({
      expected: 'a port from 1024 to 65535 that browsers open, after --port',
      found: named,
      remedy: `Write it like --port ${DEFAULT_PORT}.`,
    });
  }
  if (await isFree(port)) return port;
  throw new UserError({
    expected: `port ${port} to be free`,
    found: 'another program that listens there',
    remedy: 'Choose another with --port.',
    ends: 'infra_error',
  });
}

const isFree = async (port: number): Promise<boolean> => (await freePort(port)) === port;
