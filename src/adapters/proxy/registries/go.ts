import type { Manager } from './project.js';

/** GOPROXY as the variable or go itself says it: a list in which `direct` and `off` are no addresses. */
export const go: Manager = async ({ variable, file, ask }) => {
  if ((await file('go.mod')) === null) return [];
  const said = variable('GOPROXY') ?? (await ask('go', ['env', 'GOPROXY'])) ?? '';
  return said.split(/[,|]/);
};
