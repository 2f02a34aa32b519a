import { describe, expect, it } from '@jest/globals';
import { secretIn } from '../../src/text/secret-patterns.js';

/** Put together at run time, so that no scanner takes this file for a leak. */
const long = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
const secrets = [
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind) => [`${kind}_${long}`, 'a GitHub token'] as const),
  [['ghs', '123456', `eyJ${long}.eyJ${long}.${long}`].join('_'), 'a GitHub token'],
  [['github', 'pat', long].join('_'), 'a GitHub token'],
  [['sk', 'ant', 'api03', long].join('-'), 'an Anthropic key'],
  [['sk', 'proj', long].join('-'), 'an API key'],
  [`AIza${long.slice(0, 35)}`, 'an API key'],
  [['AKIA', 'IOSFODNN7EXAMPLE'].join(''), 'an AWS key'],
  [['xoxb', '123456789012', long].join('-'), 'a Slack token'],
  [`npm_${long}`, 'an npm token'],
  [`glpat-${long}`, 'a GitLab token'],
  [`pypi-${long}${long}`, 'a PyPI token'],
  [`eyJ${long}.eyJ${long}.${long}`, 'a signed web token'],
  [['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '), 'a private key'],
  ['https://me:hunter2@example.org/x', 'a URL with a password'],
] as const;

describe('a secret', () => {
  it.each(secrets)('is known by its shape, alone and inside a command: %#', (secret, kind) => {
    expect(secretIn(secret)).toBe(kind);
    expect(secretIn(`run --with "${secret}" now`)).toBe(kind);
  });

  it.each([
    'npm ci',
    'ghp_short',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    `docker run -e TOKEN=${'$'}{{ secrets.TOKEN }} image`,
    'postgres://postgres:postgres@localhost:5432/test',
    `postgres://app:${'$'}{PASSWORD}@db.example.org/app`,
    'git clone https://github.com/octo-org/octo-repo.git',
    'ssh://git@example.org:22/x',
    'task-list-of-a-long-name-that-goes-on-and-on-and-on',
  ])('is nothing that only looks busy: %s', (text) => expect(secretIn(text)).toBeUndefined());
});
