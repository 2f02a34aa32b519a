// The style sheet of the board page, in the look of the embedded GitHub's pages, with a light and a dark colour scheme. Used by page.ts;
// the page of a run (run/page/style.ts) extends it. Pages use no style attributes, because the content security policy allows only this
// style sheet, by its digest.

/** The style of the content. It fits into the frame of another site with the same colours. */
export const CONTENT_STYLE = `
:root {
  color-scheme: light dark;
  --paper: oklch(98.4% 0.006 85); --sheet: oklch(99.6% 0.003 85); --shade: oklch(95.8% 0.009 85); --line: oklch(89.5% 0.012 85);
  --ink: oklch(26% 0.02 230); --quiet: oklch(49% 0.02 230); --water: oklch(45% 0.075 200); --mist: oklch(95% 0.022 200);
  --alarm: oklch(50% 0.16 28); --lamp: oklch(74% 0.14 72);
  --tone: 46%; --wash: 95.5%; --solid: 62%; --strength: 0.11;
  --shadow: 0 1px 2px oklch(30% 0.03 230 / 0.05), 0 6px 20px -12px oklch(30% 0.03 230 / 0.14);
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "Noto Serif", "Noto Serif CJK JP", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(20% 0.017 225); --sheet: oklch(23.5% 0.018 225); --shade: oklch(27.5% 0.019 225); --line: oklch(34% 0.02 225);
    --ink: oklch(91.5% 0.01 85); --quiet: oklch(71% 0.016 215); --water: oklch(76% 0.085 195); --mist: oklch(30% 0.035 205);
    --alarm: oklch(76% 0.12 28); --lamp: oklch(74% 0.14 72);
    --tone: 80%; --wash: 29%; --solid: 64%; --strength: 0.09;
    --shadow: 0 1px 2px oklch(0% 0 0 / 0.25);
  }
}
.of-due { --hue: 72; } .of-unknown { --hue: 310; } .of-blocked { --hue: 28; } .of-unanswered { --hue: 345; } .of-review_pending { --hue: 255; }
.of-in_progress { --hue: 200; } .of-incomplete { --hue: 85; --strength: 0.025; } .of-done { --hue: 150; } .of-outside { --hue: 28; --strength: 0.03; }

*, *::before, *::after { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
body { min-height: 100vh; margin: 0; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); font: 1rem / 1.6 var(--sans); text-rendering: optimizeLegibility; }
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font: 600 1.85rem / 1.25 var(--serif); letter-spacing: -0.012em; }
h2 { font: 600 1.15rem / 1.35 var(--serif); }
a { color: var(--water); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
code { font-family: var(--mono); font-size: 0.875em; }
summary { cursor: pointer; }
time { white-space: nowrap; }
:focus-visible { outline: 2.5px solid var(--lamp); outline-offset: 2px; border-radius: 0.35rem; }
.wide { width: 100%; max-width: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.soft, .count, .when, .look { color: var(--quiet); font-size: 0.9rem; }
.count { font-family: var(--sans); font-weight: 400; }
.name { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { flex: 1; padding-block: 2.25rem 4rem; }

.icon { flex: none; width: 1.05rem; height: 1.05rem; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; vertical-align: -0.15em; }

.head { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem 2.5rem; align-items: center; }
.lead { margin-top: 0.35rem; font-size: 1.05rem; text-wrap: pretty; }
.conditions { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.7rem; color: var(--quiet); font-size: 0.9rem; }
.conditions li { display: inline-flex; align-items: center; gap: 0.4rem; }
.conditions .is-met .icon { color: oklch(var(--tone) 0.1 150); }
.conditions .is-unmet { color: var(--alarm); }
.sum { margin-top: 0.5rem; }
.sums { margin: 0.4rem 0 0.5rem; border-collapse: collapse; color: var(--quiet); font-size: 0.9rem; }
.sums th { padding: 0.1rem 1.5rem 0.1rem 0; font-weight: 400; text-align: left; }
.sums td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.sums tr:last-child > * { border-top: 1px solid var(--line); color: var(--ink); }
.dial { text-align: center; color: var(--quiet); font-size: 0.85rem; }
.dial svg { width: 6.25rem; display: block; margin-inline: auto; }
.dial circle { fill: none; stroke-width: 7; stroke: var(--line); }
.dial .part { stroke: var(--water); stroke-linecap: round; }
.dial text { fill: var(--ink); font: 600 30px/1 var(--serif); }
.band { grid-column: 1 / -1; margin-top: 0.75rem; }
.band > svg { display: block; width: 100%; height: 0.8rem; border-radius: 0.4rem; }
.band rect { fill: oklch(var(--solid) var(--strength) var(--hue)); }
.band ul { display: flex; flex-wrap: wrap; gap: 0.35rem 1.4rem; margin-top: 0.7rem; }
.band a { display: inline-flex; align-items: center; gap: 0.4rem; color: var(--quiet); font-size: 0.92rem; text-decoration: none; }
.band a:hover { color: var(--ink); text-decoration: underline; }
.band .icon { color: oklch(var(--tone) var(--strength) var(--hue)); }
.band .icon + b { color: var(--ink); font-weight: 600; }

.warnings { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1rem; margin-top: 2rem; }
.box { padding: 0.9rem 1.1rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); font-size: 0.93rem; }
.box.is-bad { border-color: oklch(from var(--alarm) l c h / 0.45); }
.box.is-bad h2 { color: var(--alarm); }
.box h2 { font-size: 1rem; margin-bottom: 0.3rem; }
.box q { quotes: none; color: var(--quiet); }
.box li + li { margin-top: 0.25rem; }

.beside { display: grid; grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr); gap: 2.5rem; margin-top: 2.5rem; align-items: start; }
.beside > :only-child { grid-column: 1 / -1; }
.next ol { display: grid; gap: 0.9rem; margin-top: 0.8rem; }
.step { padding: 0.95rem 1.15rem 1.05rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); box-shadow: var(--shadow); }
.next > ol > .step:first-child { border-color: var(--water); }
.what { overflow-wrap: anywhere; }
.what .name { margin-right: 0.35rem; }
.step.is-low strong { font-weight: 500; }
.why { margin-top: 0.55rem; font-size: 0.93rem; }
.score { display: inline; }
.score summary { display: inline; text-decoration: underline dotted; text-underline-offset: 0.2em; }
.score .sums { margin-left: 0.2rem; }
.command { display: flex; align-items: center; gap: 0.5rem; margin-top: 0.55rem; padding: 0.3rem 0.3rem 0.3rem 0.75rem; border-radius: 0.55rem; background: var(--mist); }
.command code { flex: 1; padding-block: 0.25rem; overflow-wrap: anywhere; user-select: all; }
.command button { flex: none; align-self: start; padding: 0.2rem 0.7rem; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--sheet); color: var(--water); font: 600 0.82rem / 1.5 var(--sans); cursor: pointer; }
.command button:hover { border-color: var(--water); }

.moves, .events { display: grid; gap: 0.7rem; margin-top: 0.8rem; font-size: 0.93rem; }
.events { gap: 0.35rem; }
.moves .title { overflow-wrap: anywhere; }
.moves .to { display: block; font-size: 0.88rem; color: var(--quiet); }
.word { padding: 0.08rem 0.5rem; border-radius: 0.4rem; background: oklch(var(--wash) calc(var(--strength) * 0.25) var(--hue)); color: oklch(var(--tone) var(--strength) var(--hue)); font-size: 0.85rem; white-space: nowrap; }
.fold { margin-top: 0.8rem; }
.fold > summary { color: var(--water); font-size: 0.93rem; }

.graph { margin-top: 2.75rem; }
.scroll { margin-top: 0.8rem; overflow: auto; max-height: 44rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); }
.scroll svg { display: block; margin-inline: auto; }
.knot rect { fill: oklch(var(--wash) calc(var(--strength) * 0.2) var(--hue)); stroke: oklch(var(--tone) var(--strength) var(--hue) / 0.5); }
.knot.of-outside rect { stroke-dasharray: 4 3; }
.knot text { fill: var(--ink); font: 500 12.5px / 1 var(--sans); }
.knot .key { fill: oklch(var(--tone) var(--strength) var(--hue)); font-weight: 650; }
.knot.is-round rect { stroke: var(--alarm); stroke-width: 1.75; }
a:hover .knot rect { stroke: var(--water); stroke-width: 1.75; }
.arrow, marker path { fill: none; stroke: var(--quiet); stroke-width: 1.4; }
.arrow.is-round, #arrow-round path { stroke: var(--alarm); }
.arrow.is-round { stroke-dasharray: 5 4; }

.shelves { display: grid; gap: 2.25rem; margin-top: 2.75rem; }
.shelf h2 { display: inline-flex; align-items: baseline; gap: 0.5rem; }
.shelf-name { display: inline-block; }
.shelf-name::first-letter { text-transform: uppercase; }
.shelf h2 .icon { align-self: center; color: oklch(var(--tone) var(--strength) var(--hue)); }
.shelf > summary { list-style-position: inside; color: var(--quiet); }
.shelf > summary h2 { color: var(--ink); margin-left: 0.2rem; }
.shelf > summary p { display: inline; margin-left: 0.75rem; }
.shelf-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; }
.issues { margin-top: 0.7rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); box-shadow: var(--shadow); overflow: clip; }
.issues > p { padding: 0.6rem 1.1rem; }
.issue + .issue { border-top: 1px solid var(--line); }
.issue > summary { display: grid; grid-template-columns: 0.5rem minmax(3.2rem, auto) minmax(0, 1fr) minmax(0, 15rem) 7.25rem; gap: 0 0.8rem; align-items: baseline; padding: 0.62rem 1.1rem; list-style: none; }
.issue > summary::-webkit-details-marker { display: none; }
.issue > summary:hover { background: var(--shade); }
.issue[open] > summary { background: var(--shade); }
.issue .title { font-weight: 550; overflow-wrap: anywhere; }
.issue > summary .name { color: var(--quiet); }
.issue .rule { color: oklch(var(--tone) var(--strength) var(--hue)); font-size: 0.9rem; overflow-wrap: anywhere; }
.of-incomplete .rule { color: var(--quiet); }
.issue .when { text-align: right; white-space: nowrap; }
.fresh { align-self: start; margin-top: 0.53rem; width: 0.5rem; height: 0.5rem; border-radius: 50%; border: 1.5px solid var(--water); }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; font-size: 0.88rem; }
.legend li { display: flex; gap: 0.5rem; }
.fresh.is-active { background: var(--water); }
.fresh.is-recent { background: linear-gradient(90deg, var(--water) 50%, transparent 50%); }
.fresh.is-stale { border-color: var(--quiet); opacity: 0.6; }
.proof { padding: 0.9rem 1.1rem 1.1rem 2.6rem; border-top: 1px solid var(--line); font-size: 0.93rem; scroll-margin-top: 5rem; overflow-wrap: anywhere; }
.proof:target { box-shadow: inset 3px 0 0 var(--lamp); }
.advice { margin-bottom: 0.7rem; font-size: 1rem; }
.proof dl > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; padding-block: 0.3rem; }
.proof dt { color: var(--quiet); }
.proof > p:last-child { margin-top: 0.6rem; }
.is-over { color: var(--quiet); text-decoration: line-through; }
.tag { padding: 0 0.45rem; border: 1px solid var(--line); border-radius: 0.4rem; color: var(--quiet); font-size: 0.8rem; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--quiet); }

.about { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.5rem 2.5rem; margin-top: 2.75rem; padding-top: 1.75rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
.about h2 { color: var(--ink); font-size: 0.98rem; margin-bottom: 0.25rem; }
.about p { margin-bottom: 0.4rem; }
.about .bad { color: var(--alarm); }
.about li { overflow-wrap: anywhere; }

@media (max-width: 46rem) {
  main { padding-top: 1.5rem; }
  .head, .beside { grid-template-columns: minmax(0, 1fr); }
  .dial { display: flex; align-items: center; gap: 0.9rem; text-align: left; }
  .dial svg { width: 4rem; margin: 0; }
  .beside { gap: 2rem; margin-top: 2rem; }
  .shelf-head { display: block; }
  .shelf > summary p { display: none; }
  .issue > summary { grid-template-columns: 0.5rem minmax(0, 1fr) auto; }
  .issue > summary .name { order: 2; grid-column: 2; font-size: 0.9rem; }
  .issue > summary .title { order: 4; grid-column: 2 / -1; }
  .issue > summary .rule { order: 5; grid-column: 2 / -1; }
  .issue > summary .when { order: 3; }
  .proof { padding-left: 1.1rem; }
  .proof dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media print { .scroll { overflow: visible; } .command button { display: none; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
`;

const FRAME_STYLE = `
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 3; padding: 0.5rem 0.9rem; border-radius: 0 0 0.5rem 0.5rem; background: var(--sheet); }
.skip:focus { top: 0; }
.top { border-bottom: 1px solid var(--line); background: var(--sheet); }
.site { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-inline-end: auto; min-width: 0; }
.site a { padding-block: .35rem; color: inherit; overflow-wrap: anywhere; }
.site a[aria-current] { font-weight: 600; }
.top .wide { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.5rem; min-height: 4rem; padding-block: 0.5rem; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font: 600 1.15rem / 1 var(--serif); }
.boat { width: 2.4rem; fill: none; stroke: var(--lamp); stroke-width: 2; stroke-linecap: round; }
.boat .hull { fill: var(--water); stroke: none; }
.boat .wave { stroke: var(--water); stroke-width: 1.2; opacity: 0.45; }

@media print { .skip { display: none; } }
`;

/** The style of a whole page: the content, and the frame around it. */
export const BOARD_STYLE = `${CONTENT_STYLE}${FRAME_STYLE}`;
