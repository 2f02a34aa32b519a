import type { Manager } from './project.js';

/** Deno: JSR and npm by variables, and the hosts of `https:` imports that its lock file holds. */
export const deno: Manager = async ({ variable, file }) => {
  const lock = await file('deno.lock');
  const imports = [...(lock ?? '').matchAll(/"(https:\/\/[^/"\s]+)\//g)].map(([, origin = '']) => origin);
  return [variable('JSR_URL') ?? '', ...new Set(imports)].filter(Boolean);
};
