import type { Manager } from './project.js';

/** Deno: the variables for JSR, and the hosts of `https:` imports in its lock file. */
export const deno: Manager = async ({ variable, file }) => {
  const lock = await file('deno.lock');
  const imports = [...(lock ?? '').matchAll(/"(https:\/\/[^/"\s]+)\//g)].map(([, origin = '']) => origin);
  return [variable('JSR_URL') ?? '', ...new Set(imports)].filter(Boolean);
};
