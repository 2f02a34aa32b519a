import { describe, expect, it } from '@jest/globals';
import { serviceSaid } from '../../src/text/lang/agent/service.js';

describe('what the service of the model said', () => {
  it.each([
    ['Connection error.', { is: 'silent', words: 'Connection error.' }],
    [
      '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
      { is: 'silent', words: '529 Overloaded' },
    ],
    ['401 {"error":{"message":"invalid x-api-key"}}', { is: 'key', words: '401 invalid x-api-key' }],
    ['404 {"error":"no such model"}', { is: 'unknown', words: '404 no such model' }],
    [
      '400 {"message":"The model is not in this region"}',
      { is: 'refused', words: '400 The model is not in this region' },
    ],
    ['422 {"detail":"wrong"}', { is: 'refused', words: '422 wrong' }],
    ['{"type":"error","error":{"message":"Overloaded"}}', { is: 'silent', words: 'Overloaded' }],
    [
      '502 <html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>',
      { is: 'silent', words: '502 502 Bad Gateway' },
    ],
    ['503 <!DOCTYPE html><p>later</p>', { is: 'silent', words: '503' }],
    ['500 {"odd":1}', { is: 'silent', words: '500 {"odd":1}' }],
  ])('is told without what it was wrapped in: %s', (detail, said) => expect(serviceSaid(detail)).toEqual(said));
});
