// Pictures that an issue shows: only those that GitHub itself keeps. Pure.
import { GITHUB_HOSTS, staysOn } from '../../../text/hosts.js';

const MOST = 3;

/** What nobody sees on the page, or sees as code. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))|`[^`\n]*`/gm;
const IMAGES = /!\[[^\]\n]*\]\(\s*<?(https:\/\/[^\s)>]+)|<img\b[^>]*?\ssrc\s*=\s*["'](https:\/\/[^"'\s]+)["']/gi;

/** Addresses of the pictures of a text, the first ones, each once. */
export function imagesIn(text: string): readonly string[] {
  const found = [...text.replace(UNSEEN, '').matchAll(IMAGES)].flatMap(([, markdown, html]) => markdown ?? html ?? []);
  return [...new Set(found)].filter(isGitHubs).slice(0, MOST);
}

/** Uploads, and files that GitHub serves raw; no other page of github.com is a picture. */
function isGitHubs(address: string): boolean {
  if (!staysOn(address, GITHUB_HOSTS)) return false;
  const { hostname, pathname } = new URL(address);
  return hostname === 'github.com'
    ? pathname.startsWith('/user-attachments/assets/')
    : hostname !== 'githubusercontent.com';
}

/** Where GitHub sends whoever asks for an upload. */
export function leadsToUpload(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  return staysOn(address, ['githubusercontent.com']) || /^github-production-[\w-]+\.s3\.amazonaws\.com$/.test(hostname);
}

const KINDS: readonly (readonly [begins: string, type: MediaType])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
];

export type MediaType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** What bytes are, whatever their server says. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return KINDS.find(([begins]) => head.startsWith(begins))?.[1];
}
