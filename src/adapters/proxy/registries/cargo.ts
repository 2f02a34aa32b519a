// The registries of Cargo (Rust).

import { parse } from 'smol-toml';
import type { RegistryReader } from './project.js';

/** Cargo: registries and replaced sources of its configuration. Its default registry is unknown (`UNKNOWN_DEFAULTS` in index.ts). */
export const cargo: RegistryReader = async ({ variable, file, userFile }) => {
  if ((await file('Cargo.toml')) === null) return [];
  const home = variable('CARGO_HOME') ?? '.cargo';
  const files = await Promise.all([
    file('.cargo/config.toml'),
    file('.cargo/config'),
    userFile(`${home}/config.toml`),
    userFile(`${home}/config`),
  ]);
  return files.flatMap(urlsIn);
};

/** The URLs of all registries and sources in a configuration file, without the prefix `sparse+`. */
function urlsIn(text: string | null): readonly string[] {
  const tables = ['registries', 'source'].map((name) => tableOf(settingsIn(text)[name]));
  return tables.flatMap((table) =>
    Object.values(table).flatMap((entry) => {
      const { index, registry } = tableOf(entry);
      return [index, registry].filter((url) => typeof url === 'string').map((url) => url.replace(/^sparse\+/, ''));
    }),
  );
}

function settingsIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return parse(text ?? '');
  } catch {
    return {}; // cargo reports an invalid file itself
  }
}

const tableOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
