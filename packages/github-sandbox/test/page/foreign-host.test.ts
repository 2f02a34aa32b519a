import { describe, expect, it } from '@jest/globals';
import { foreignHost } from '../../src/page/requests/csrf.js';

const asked = (host: string | undefined) =>
  foreignHost(
    { method: 'GET', path: '/', query: new URLSearchParams(), headers: { host }, body: Buffer.alloc(0) },
    'http://sandbox.example:3000',
  );

describe('the name a page is asked for by', () => {
  it.each(['sandbox.example:3000', 'localhost:3000', '127.0.0.1', '[::1]:3000'])('may be %s', (host) => {
    expect(asked(host)).toBeNull();
  });

  it.each([undefined, '', 'evil.example', 'localhost.evil.example:3000', '127.0.0.1.evil.example', 'a b'])(
    'may not be %s',
    (host) => {
      expect(asked(host)).toContain('answers to no other name');
    },
  );
});
