// `crew serve`: the GitHub App as a server, or the page that creates the App.
import path from 'node:path';
import { serveApp } from '../../app/serve.js';
import { serveSetup } from '../../app/setup.js';
import { untilStopped } from '../../services/process.js';
import type { CliCommand } from '../flags.js';

/** Serves until the process is told to stop. Without APP_ID, serves the page that creates an App. */
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
