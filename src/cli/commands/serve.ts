import { serveApp } from '../../app/serve.js';
import { untilStopped } from '../until-stopped.js';
import type { DeskCommand } from './desk.js';

/** `crew serve`: the App, until it is stopped. */
export const serve: DeskCommand = async ({ env, flags, tell }) => {
  const served = await serveApp(env, { root: flags.root, host: '0.0.0.0' });
  tell(`crew listens on ${served.url}; webhooks go to ${served.url}/api/github/webhooks`);
  await untilStopped();
  await served.close();
  return { text: '', json: { stopped: true }, exit: 0 };
};
