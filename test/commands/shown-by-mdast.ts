// The oracle: a whole Markdown parser, written by others, says what stands where. Ours only reads lines.
import { fromMarkdown } from 'mdast-util-from-markdown';

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree | Tree['children'][number];

interface Piece {
  readonly kind: 'hidden' | 'html';
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const HIDDEN = new Set(['code', 'inlineCode', 'blockquote']);

/** All code and quotes, and all HTML, in the order of the text. */
function piecesOf(node: Node, body: string): readonly Piece[] {
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  const text = body.slice(from, to);
  if (HIDDEN.has(node.type)) return [{ kind: 'hidden', from, to, text }];
  if (node.type === 'html') return [{ kind: 'html', from, to, text }];
  return 'children' in node ? node.children.flatMap((child) => piecesOf(child, body)) : [];
}

/** Is a comment, or one of the tags that quote or show code, open at the end of this HTML? */
function leavesOpen(html: string): boolean {
  const visible = html.replace(/<!--(?:-?>|[\s\S]*?-->)|<(?:![a-z[]|\?)[^>]*>/gi, '');
  const count = (pattern: RegExp) => visible.match(pattern)?.length ?? 0;
  return (
    visible.includes('<!--') ||
    ['pre', 'code', 'blockquote'].some(
      (tag) => count(new RegExp(`<${tag}>`, 'g')) > count(new RegExp(`</${tag}>`, 'g')),
    )
  );
}

/** For an offset: does it stand in code, in a quote or in a comment? */
export function hiddenByMdast(body: string): (offset: number) => boolean {
  const pieces = piecesOf(fromMarkdown(body), body);
  return (offset) => {
    const around = pieces.filter(({ from, to }) => from <= offset && offset < to);
    if (around.some(({ kind, text }) => kind === 'hidden' || /^<[!?]/.test(text))) return true;
    const before = pieces.filter(({ kind, from }) => kind === 'html' && from < offset);
    return leavesOpen(before.map(({ from, text }) => text.slice(0, offset - from)).join(''));
  };
}
