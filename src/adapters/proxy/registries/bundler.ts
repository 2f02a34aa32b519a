// The registries of Bundler (Ruby).

import type { Manager } from './project.js';

/** Bundler has no default registry; the Gemfile names its sources. */
export const bundler: Manager = async ({ file }) =>
  [...((await file('Gemfile')) ?? '').matchAll(/^\s*source\s*\(?\s*["']([^"']+)["']/gm)].map(([, url = '']) => url);
