// The module proxies of Go.

import type { RegistryReader } from './project.js';

/** Go: GOPROXY from the variable or from `go env`. It may contain `direct` and `off`; index.ts drops what is no URL. */
export const go: RegistryReader = async ({ variable, file, runTool }) => {
  if ((await file('go.mod')) === null) return [];
  const proxies = variable('GOPROXY') ?? (await runTool('go', ['env', 'GOPROXY'])) ?? '';
  return proxies.split(/[,|]/);
};
