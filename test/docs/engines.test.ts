import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

type Packages = Readonly<Record<string, { readonly engines?: { readonly node?: string }; readonly resolved?: string }>>;

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages };

describe('package-lock.json', () => {
  it('holds no package that wants a newer Node than the README promises', () => {
    const newer = Object.entries(packages)
      .filter(([, { engines }]) => /^\s*(?:>=|\^|~)?\s*v?2[1-9](?:\.\d+)*\s*$/.test(engines?.node ?? ''))
      .map(([name]) => name);
    expect(newer).toEqual([]);
  });

  it('holds no download addresses', () => {
    const addresses = Object.values(packages).flatMap(({ resolved }) => (resolved?.includes('://') ? [resolved] : []));
    expect(addresses).toEqual([]);
  });
});
