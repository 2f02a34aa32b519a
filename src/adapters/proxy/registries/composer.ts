// The registries of Composer (PHP).

import * as z from 'zod';
import type { RegistryReader } from './project.js';

const repository = z.object({ type: z.literal('composer'), url: z.string() });
const manifest = z.object({
  repositories: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]),
});

/** Composer: the repositories of composer.json, of the user's configuration, and the default. */
export const composer: RegistryReader = async ({ file, runTool }) => {
  const text = await file('composer.json');
  if (text === null) return [];
  const settings = (await runTool('composer', ['config', '--global', '--list', '--no-interaction'])) ?? '';
  const globalUrls = [...settings.matchAll(/^\[repositories\.\S+\.url\]\s+(\S+)$/gm)].map(([, url = '']) => url);
  // Composer shows the default as `https?://repo.packagist.org`.
  return [...repositoriesIn(text), ...globalUrls.map((url) => url.replace(/^https\?/, 'https'))];
};

function repositoriesIn(text: string): readonly string[] {
  const parsed = manifest.safeParse(readJson(text));
  const entries = Object.values(parsed.success ? parsed.data.repositories : []);
  return entries.flatMap((entry) => repository.safeParse(entry).data?.url ?? []);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Composer reports an invalid file itself
  }
}
