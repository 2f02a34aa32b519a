// Recognizes texts of a review that ask for nothing: thanks, praise, and references to the line comments. Pure. Used by requests.ts.

import { sentencesOf } from '../../../text/result-claims.js';

const REMARKS = '(?:comments?|remarks?|nits?|notes?|points?|questions?|suggestions?|threads?)';
const PLACE =
  '(?:inline|below|above|here|left|there|in the (?:code|diff|files?|threads?)|on the (?:code|diff|lines?)|(?:that )?i (?:left|made|added|wrote))';
const GOOD =
  '(?:good|great|nice|neat|fine|clean|cool|lovely|solid|excellent|awesome|perfect|lgtm|looks good|well done|approved)';

/** Each matches a whole sentence. What they do not match, such as "Good, but rename it", may be a request. */
const COURTESIES: readonly RegExp[] = [
  // "Thanks!", "Thank you for the quick fix", "Cheers"
  /^(?:many |great )?(?:thanks|thank you|thx|cheers)(?: (?:a lot|again|so much|very much|everyone|all))?(?: for (?:(?:the|this|that|your|a|quick|nice|fast|working on|taking|looking into|it)\b ?)*(?:fix|change|update|work|help|patience|pull request|pr|test|tests|contribution)?)?$/i,
  // "Good direction", "This looks really nice so far", "LGTM otherwise"
  new RegExp(
    `^(?:(?:this|it|that|all|everything|(?:the )?(?:rest|direction|approach|change|idea|fix))(?: (?:is|looks?|seems?))? )?(?:(?:is|looks?|really|very|mostly|already|pretty|overall),? )*${GOOD}(?:,? (?:work|job|direction|start|catch|idea|approach|fix|change|stuff|one|to me|so far|otherwise|overall|now|already|apart from that|here|thanks|thank you))*$`,
    'i',
  ),
  // "Nearly there", "We are almost done"
  /^(?:(?:we|you|this|it)(?: are|'re|’re| is|'s|’s)? )?(?:nearly|almost|getting|so|very)(?: there| done| close| ready)$/i,
  // "Please look at my comments", "See the remarks inline"
  new RegExp(
    `^(?:(?:please|kindly|just|but|and|could you|can you),? )*(?:see|read|check|address|consider|answer|resolve|look (?:at|into|through)|(?:have|take) a look at|go through)(?: (?:all|the|my|these|those|some|few|of|line|inline|review|open|other))* ${REMARKS}(?: ${PLACE})*(?:,? please|,? thanks)?$`,
    'i',
  ),
  // "A few remarks inline", "I left two comments on the lines"
  new RegExp(
    `^(?:(?:but|just|only|with|i|i've|i have|have|left|added|made|wrote)\\b ?)*(?:(?:a|an|some|one|two|three|four|five|\\d+|few|couple of|several|small|minor|little|other|line|inline|review)\\b ?)+${REMARKS}(?: ${PLACE})*$`,
    'i',
  ),
  /^(?:(?:どうも)?ありがとう(?:ございます|ございました)?|お疲れ(?:様|さま)(?:です|でした)|(?:以上、?)?(?:よろしく|宜しく)お願い(?:いた|致)?します|(?:とても|かなり)?(?:いい|良い|よい|良さそう|よさそう|素晴らしい)(?:方向|感じ|修正)?(?:です)?ね?|LGTM(?:です)?)$/i,
  /^(?:いくつか|少し|何点か|\d+ ?件)?(?:の|行に|インラインで?に?)*(?:コメント|指摘|質問)(?:を(?:行に|インラインに)?)?(?:しました|書きました|残しました|入れました|(?:を)?(?:ご確認|確認して|見て|ご覧)(?:ください|下さい|お願い(?:いた|致)?します))$/,
];

/** Emoji and mentions, which ask for nothing. */
const DECORATION = /\p{Extended_Pictographic}|\uFE0F|:[+\w-]+:|(?:^|\s)@[\w-]+,?/gu;

/** Whether every sentence of a text is a courtesy. */
export const isCourtesy = (text: string): boolean =>
  sentencesOf(text.replace(DECORATION, '')).every((sentence) => {
    const plain = sentence.replace(/[\s.!。！:)]+$/u, '').trim();
    return plain === '' || isCourteous(plain) || plain.split(/[,;、] ?/).every(isCourteous);
  });

const isCourteous = (text: string): boolean => COURTESIES.some((each) => each.test(text));
