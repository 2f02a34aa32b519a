// The registries of Bundler (Ruby).

import type { RegistryReader } from './project.js';

/** Bundler: the lines `source "URL"` of the Gemfile. It has no default registry. */
export const bundler: RegistryReader = async ({ file }) =>
  [...((await file('Gemfile')) ?? '').matchAll(/^\s*source\s*\(?\s*["']([^"']+)["']/gm)].map(([, url = '']) => url);
