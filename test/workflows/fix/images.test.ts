import { describe, expect, it } from '@jest/globals';
import { requestOf } from '../../../src/adapters/model/request.js';
import { messagesOf } from '../../../src/agent/conversation.js';
import { picturesOf } from '../../../src/workflows/fix/editor.js';
import { imagesIn } from '../../../src/workflows/fix/rules/conversation.js';

const UPLOAD = 'https://github.com/user-attachments/assets/1b2c';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('the pictures of an issue', () => {
  it.each([
    ['an upload in Markdown', `See ![it](${UPLOAD})`, [UPLOAD]],
    ['an upload in HTML', `<img width="300" alt="x" src="${UPLOAD}" />`, [UPLOAD]],
    [
      'an older upload',
      '![](https://user-images.githubusercontent.com/1/2.png)',
      ['https://user-images.githubusercontent.com/1/2.png'],
    ],
    ['the same one twice', `![](${UPLOAD}) ![](${UPLOAD})`, [UPLOAD]],
    ['another host', '![](https://evil.example/a.png)', []],
    ['a host that only begins like it', '![](https://github.com.evil.example/user-attachments/assets/1)', []],
    ['a user part in the address', '![](https://github.com@evil.example/user-attachments/assets/1)', []],
    ['a page of GitHub', '![](https://github.com/settings/profile)', []],
    ['a link, and no picture', `[it](${UPLOAD})`, []],
    ['a comment that nobody sees', `<!-- ![](${UPLOAD}) -->`, []],
    ['code', `\`![](${UPLOAD})\`\n\`\`\`\n![](${UPLOAD})\n\`\`\`\n`, []],
    ['http', `![](${UPLOAD.replace('https', 'http')})`, []],
  ])('of %s are %#', (_, text, expected) => {
    expect(imagesIn(text)).toEqual(expected);
  });

  it('are three at most', () => {
    const many = Array.from({ length: 9 }, (_, n) => `![](${UPLOAD}${n})`).join('\n');
    expect(imagesIn(many)).toEqual([`${UPLOAD}0`, `${UPLOAD}1`, `${UPLOAD}2`]);
  });
});

describe('a picture that is fetched', () => {
  const asked: string[] = [];
  const web = (answers: Readonly<Record<string, () => Response>>) => ({
    get: async (url: string) => {
      asked.push(url);
      return answers[url]?.() ?? new Response(null, { status: 404 });
    },
  });
  const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });
  const bytes = (body: Buffer) => () =>
    new Response(new Uint8Array(body), { headers: { 'content-type': 'image/png' } });

  it('is followed to where GitHub keeps uploads', async () => {
    const store = 'https://github-production-user-asset-6210df.s3.amazonaws.com/1/2.png?x=1';
    const found = await picturesOf([UPLOAD], web({ [UPLOAD]: to(store), [store]: bytes(PNG) }));
    expect(found).toEqual([{ kind: 'image', mediaType: 'image/png', data: PNG.toString('base64') }]);
  });

  it('is left out where it leads elsewhere, is too large, is no picture, or is not there', async () => {
    const elsewhere = 'https://evil.example/a.png';
    asked.length = 0;
    expect(await picturesOf([UPLOAD], web({ [UPLOAD]: to(elsewhere), [elsewhere]: bytes(PNG) }))).toEqual([]);
    expect(asked).toEqual([UPLOAD]);
    expect(await picturesOf([UPLOAD], web({ [UPLOAD]: bytes(Buffer.from('<svg/>')) }))).toEqual([]);
    expect(await picturesOf([UPLOAD], web({ [UPLOAD]: bytes(Buffer.concat([PNG, Buffer.alloc(4_000_000)])) }))).toEqual(
      [],
    );
    expect(await picturesOf([UPLOAD], web({}))).toEqual([]);
  });
});

describe('what the model gets', () => {
  it('is the picture before the task, in the first message', () => {
    const picture = { kind: 'image', mediaType: 'image/png', data: 'iVBO' } as const;
    const messages = messagesOf({ task: 'Do it.', pictures: [picture], records: [], notes: [] });
    expect(messages[0]?.blocks).toEqual([picture, { kind: 'text', text: 'Do it.' }]);
    const body = requestOf({ model: 'm', system: '', tools: [], messages, maxTokens: 10 }, { contextEdits: false });
    expect(body.messages[0]?.content).toMatchObject([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
      { type: 'text', text: 'Do it.' },
    ]);
  });
});
