// The module proxies of Go.

import type { Manager } from './project.js';

/** Go: GOPROXY from the variable or from `go env`. `direct` and `off` in it are no URLs and are dropped later. */
export const go: Manager = async ({ variable, file, ask }) => {
  if ((await file('go.mod')) === null) return [];
  const proxies = variable('GOPROXY') ?? (await ask('go', ['env', 'GOPROXY'])) ?? '';
  return proxies.split(/[,|]/);
};
