import path from 'node:path';
import { serveApp } from '../../app/serve.js';
import { serveSetup } from '../../app/setup.js';
import { untilStopped } from '../../services/process.js';
import type { CliCommand } from '../flags.js';

/** `crew serve`: the App, until it is stopped. Without APP_ID, the page that creates one. */
export const serve: CliCommand = async ({ env, flags, log }) => {
  const isSetUp = env.app.id !== undefined;
  const home = path.resolve(flags.root, env.home ?? '.crew');
  const served = isSetUp ? await serveApp(env, { root: flags.root, host: '0.0.0.0' }) : await serveSetup(env, { home });
  log(
    isSetUp
      ? `crew listens on ${served.url}; webhooks go to ${served.url}/api/github/webhooks`
      : `There is no APP_ID. Open ${served.url} to create the GitHub App.`,
  );
  await untilStopped();
  await served.close();
  return { text: '', json: { stopped: true }, exit: 0 };
};
