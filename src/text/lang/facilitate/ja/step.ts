// What would have to happen, in Japanese.

import { code } from '../../../quote.js';
import type { Step } from '../messages.js';
import { list } from './words.js';

/** One thing that would have to happen. */
export function step(of: Step): string {
  switch (of.is) {
    case 'over':
      return `${of.ref} が完了する`;
    case 'external':
      return `${code(of.what)} がブロックしなくなる`;
    case 'approve':
      return `メンテナーが ${of.pull} を承認する`;
    case 'answer':
      return `${of.pull} に、求められた修正をコミットする`;
    case 'green':
      return `${of.pull} の ${list(of.checks.map(code))} が成功する`;
    case 'resolve':
      return `${of.pull} の競合が解消される`;
    case 'allow':
      return `ブランチのルールが ${of.pull} のマージを許可する`;
    case 'retarget':
      return `${of.pull} のベースを ${code(of.base)} にする`;
    case 'say-closes':
      return `${of.pull} に ${code(`Closes ${of.issue}`)} と書く`;
    case 'ready':
      return `${of.pull} のドラフトを解除する`;
    case 'choose':
      return `${list(of.pulls)} を一つに絞る`;
    case 'open-pull':
      return `${code(`Closes ${of.issue}`)} と書いたプルリクエストを出す`;
    case 'begin':
      return `${code(of.branch)} などのブランチにコミットする`;
    case 'part-begins':
      return `子 Issue（${list(of.parts)}）のどれかに着手する`;
    case 'parts-end':
      return `${list(of.parts)} が完了する`;
  }
}
