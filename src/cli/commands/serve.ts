import { serveApp } from '../../app/serve.js';
import { untilStopped } from '../../services/process.js';
import type { CliCommand } from '../call.js';

/** `crew serve`: the App, until it is stopped. */
export const serve: CliCommand = async ({ env, flags, log }) => {
  const served = await serveApp(env, { root: flags.root, host: '0.0.0.0' });
  log(`crew listens on ${served.url}; webhooks go to ${served.url}/api/github/webhooks`);
  await untilStopped();
  await served.close();
  return { text: '', json: { stopped: true }, exit: 0 };
};
