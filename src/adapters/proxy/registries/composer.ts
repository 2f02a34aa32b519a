// The registries of Composer (PHP).

import * as z from 'zod';
import type { Manager } from './project.js';

const repository = z.object({ type: z.literal('composer'), url: z.string() });
const manifest = z.object({
  repositories: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]),
});

/** Composer: the repositories of composer.json, of the user's configuration, and the default. */
export const composer: Manager = async ({ file, ask }) => {
  const text = await file('composer.json');
  if (text === null) return [];
  const known = (await ask('composer', ['config', '--global', '--list', '--no-interaction'])) ?? '';
  const usual = [...known.matchAll(/^\[repositories\.\S+\.url\]\s+(\S+)$/gm)].map(([, url = '']) => url);
  return [...repositoriesIn(text), ...usual.map((url) => url.replace(/^https\?/, 'https'))];
};

function repositoriesIn(text: string): readonly string[] {
  const read = manifest.safeParse(readJson(text));
  const entries = Object.values(read.success ? read.data.repositories : []);
  return entries.flatMap((entry) => repository.safeParse(entry).data?.url ?? []);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Composer reports an invalid file itself
  }
}
