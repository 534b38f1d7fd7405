// The stylesheet of the console, as the text that browsers load.
import { TOKENS } from "./tokens.ts";

/** The look of the pages: dense and calm, light or dark as the system is, down to the width of a phone. */
export const STYLESHEET = `${TOKENS}
* { box-sizing: border-box; }
html { font: var(--text)/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); display: grid; grid-template: "top top" auto "nav main" 1fr / 11.5rem minmax(0, 1fr); min-height: 100vh; }
a { color: var(--link); text-underline-offset: 3px; text-decoration-thickness: 1px; }
a:hover { text-decoration: underline; }
table a, .facts a, .pager a, .filters a, th a { text-decoration: none; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; z-index: 2; background: var(--card); padding: 8px 12px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.top { grid-area: top; display: flex; align-items: center; gap: 16px; justify-content: space-between; background: var(--top); color: var(--top-ink); padding: 8px 20px; }
.top .brand { color: inherit; font-weight: 650; font-size: 16px; letter-spacing: .01em; text-decoration: none; }
.top .environment { margin-right: auto; padding: 0 8px; border: 1px solid currentColor; border-radius: 10px; font-size: var(--small); }
.top :focus-visible { outline-color: #ffffff; }
.signed { margin: 0; font-size: var(--small); }
.signed.local { background: #ffd36b; color: #2b1d00; padding: 2px 10px; border-radius: 4px; display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
.signed.local select { max-width: 100%; min-width: 0; flex: 0 1 auto; }
.signed.local select, .signed.local button { background: #fff; color: #2b1d00; border-color: #7a5a00; padding: 1px 8px; font-size: var(--small); min-height: 24px; }

body > nav { grid-area: nav; border-right: 1px solid var(--line); padding: 14px 10px; }
body > nav ul { list-style: none; margin: 0; padding: 0; position: sticky; top: 12px; }
body > nav a { display: block; padding: 6px 12px; border-radius: 6px; color: var(--dim); text-decoration: none; }
body > nav a:hover { background: var(--soft); }
body > nav a[aria-current] { background: var(--soft); color: var(--ink); font-weight: 600; }
main { grid-area: main; padding: 20px 32px 56px; min-width: 0; max-width: 1360px; }

h1 { font-size: var(--title); line-height: 1.25; letter-spacing: -.015em; font-weight: 650; margin: 6px 0 18px; overflow-wrap: anywhere; }
h2 { font-size: var(--large); letter-spacing: -.01em; font-weight: 600; margin: 32px 0 10px; overflow-wrap: anywhere; }
h3 { font-size: 14px; margin: 16px 0 6px; }
p { margin: 0 0 10px; }
code, pre, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: var(--small); }
.id { overflow-wrap: anywhere; user-select: all; }
.raw { margin: 26px 0 0; }
time[title] { cursor: help; }
.about { min-width: 14.5rem; }
.report .about { min-width: 12rem; }
.dim, .empty, .under { color: var(--dim); }
.under > a { display: inline-block; min-height: 24px; }
.under, .line { display: block; overflow-wrap: anywhere; }
.under { font-size: var(--small); }
.final { color: var(--bad); font-weight: 600; }
bdi { overflow-wrap: anywhere; }
.code { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; overflow: auto; max-height: 30rem; margin: 6px 0 10px; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: 0; padding: 2px 14px; border-left: 3px solid var(--line); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--round); padding: 12px 16px; margin: 0 0 14px; }
.card > h2:first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 24px; }

.badge { display: inline-block; padding: 0 8px; border-radius: 11px; font-size: var(--small); font-weight: 500; line-height: 22px; white-space: nowrap; background: var(--soft); color: var(--dim); }
.badge.go { background: var(--go-soft); color: var(--go); }
.note { background: var(--soft); border-left: 3px solid var(--dim); padding: 8px 12px; border-radius: 0 6px 6px 0; overflow-wrap: anywhere; }
.badge.good, .note.good { background: var(--good-soft); border-color: var(--good); color: var(--good); }
.badge.bad, .note.bad { background: var(--bad-soft); border-color: var(--bad); color: var(--bad); }
.badge.wait, .note.wait { background: var(--wait-soft); border-color: var(--wait); color: var(--wait); }
.note a { color: inherit; }
div.note { margin: 10px 0; }
.note ul, .note ol { margin: 4px 0 0; padding-left: 20px; }

.counts { list-style: none; margin: 0 0 14px; padding: 0; display: grid; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); }
.counts a { display: block; padding: 10px 14px; border: 1px solid var(--line); border-radius: var(--round); background: var(--card); color: var(--dim); text-decoration: none; }
.counts a:hover { border-color: var(--dim); }
.counts strong { display: block; font-size: 26px; letter-spacing: -.02em; font-variant-numeric: tabular-nums; line-height: 1.2; color: var(--ink); font-weight: 600; }
.counts .wait strong { color: var(--wait); }
.counts .bad strong { color: var(--bad); }
.counts .none strong { color: var(--dim); }
.well::before { content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 8px; border-radius: 50%; background: var(--bar-good); }

.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 8px 20px; margin: 0 0 14px; padding: 12px 16px; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); }
.facts dt { color: var(--dim); font-size: var(--small); }
.facts dd { margin: 0; overflow-wrap: anywhere; }

.wide { overflow-x: auto; position: relative; }
table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: var(--round); }
th, td { text-align: left; vertical-align: top; padding: 10px 12px; border-bottom: 1px solid var(--line); font-weight: 400; }
tbody th > a { color: var(--ink); font-weight: 600; }
thead a { color: inherit; }
th[aria-sort] a::after { content: " ↓"; }
th[aria-sort="ascending"] a::after { content: " ↑"; }
.fit { white-space: nowrap; }
thead th { color: var(--dim); font-size: var(--small); white-space: nowrap; font-weight: 600; }
tbody tr:last-child > * { border-bottom: 0; }
.paths th { width: 40%; }
th.part { background: var(--soft); font-weight: 600; }
.list tbody tr:hover { background: var(--soft); }
table + p { margin-top: 8px; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.run + .run { margin-left: 10px; }
.face { display: inline-grid; place-items: center; width: 22px; height: 22px; margin-right: 2px; border-radius: 50%; font-size: 10px; font-weight: 600; letter-spacing: .02em; color: var(--f-ink); vertical-align: 1px; }
.face.square { border-radius: 5px; }
.f0 { background: var(--f0); } .f1 { background: var(--f1); } .f2 { background: var(--f2); } .f3 { background: var(--f3); } .f4 { background: var(--f4); }
[hidden] { display: none !important; }
.fresh { float: right; font-size: var(--small); margin: 0 0 4px; }
.fresh.late { color: var(--bad); }
td .code { max-width: 46rem; }
.progress { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; }
progress { width: 14rem; max-width: 100%; height: 12px; accent-color: var(--go); }
meter { width: 7rem; height: 12px; vertical-align: middle; }
.facts meter { display: block; margin: 3px 0; }

.filters { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 14px; }
.views { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 12px; }
.views a { padding: 3px 12px; border: 1px solid transparent; border-radius: 14px; color: var(--dim); text-decoration: none; }
.views a:hover { border-color: var(--dim); }
.views a[aria-current] { background: var(--card); border-color: var(--line); color: var(--ink); font-weight: 600; }
.views .copy { margin-left: auto; }
.more > summary { padding: 5px 0; }
.more[open] { flex-basis: 100%; order: 1; }
.more > div { display: flex; flex-wrap: wrap; gap: 8px 12px; }
.field { margin: 0; min-width: 0; }
.filters input, .filters select, .filters button { height: 32px; }
.filters select { max-width: 15rem; }
.field label { display: block; font-size: var(--small); color: var(--dim); }
.ask { display: grid; gap: 14px; max-width: 34rem; }
.ask .field input, .ask .field select, .ask .field textarea { width: 100%; }
.ask button { justify-self: start; }
.ask .fault { display: block; color: var(--bad); }
.ask [aria-invalid] { border-color: var(--bad); }
input, select, textarea, button, .button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 5px; padding: 4px 8px; max-width: 100%; }
input::placeholder { color: var(--dim); opacity: 1; }
input[type="radio"], input[type="checkbox"] { width: 16px; height: 16px; vertical-align: -3px; }
button, .button { cursor: pointer; padding: 4px 14px; font-weight: 600; }
button:hover, .button:hover { background: var(--soft); }
button.good, .button.good { border-color: var(--good); color: var(--good); }
button.bad, .button.bad { border-color: var(--bad); color: var(--bad); }
button[type="submit"].good { background: var(--good); color: var(--card); }
button[type="submit"].bad { background: var(--bad); color: var(--card); }
button:disabled { opacity: .6; cursor: progress; }
.barred { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; margin: 0; }
.barred button:disabled { cursor: not-allowed; }
.buttons { display: flex; gap: 12px; align-items: center; }
.pager { display: flex; gap: 16px; justify-content: flex-end; padding: 10px 2px; }

.choice { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 12px; align-items: center; }
.choice > p.leads { margin: 0; color: var(--dim); font-size: var(--small); }
.choice > details { min-width: 11rem; }
.choice > details > summary { min-width: 10.5rem; text-align: center; }
.choice:has(> details[open]) { grid-template-columns: minmax(0, 1fr); }
.decisions { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 12px; align-items: flex-start; }
.decisions:has(> .choice) { flex-direction: column; align-items: stretch; flex-wrap: nowrap; }
details.decide > summary { display: inline-block; list-style: none; }
details.decide > summary::-webkit-details-marker { display: none; }
details.decide[open] { flex-basis: 100%; }
details.decide form { margin: 8px 0; padding: 12px 16px; border: 1px solid var(--line); border-left: 3px solid var(--link); border-radius: 0 8px 8px 0; background: var(--card); max-width: 46rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; justify-items: start; }
details.decide form > * { margin: 0; }
details.decide textarea { width: 100%; }
details summary { cursor: pointer; }
fieldset { border: 1px solid var(--line); border-radius: 6px; padding: 6px 12px 8px; display: grid; gap: 4px; }
.plan { margin: 0 0 10px; padding-left: 1.6rem; display: grid; gap: 4px; }
.plan.single { list-style: none; padding-left: 0; }
.notice { list-style: none; margin: 0 0 10px; padding: 0; display: grid; gap: 4px; }
.seen { list-style: none; padding: 0; display: grid; gap: 8px; }

.trail { list-style: none; margin: 0 0 10px; padding: 0 0 0 14px; border-left: 2px solid var(--line); display: grid; gap: 8px; }
.trail li { position: relative; overflow-wrap: anywhere; }
.trail li::before { content: ""; position: absolute; left: -19px; top: 6px; width: 8px; height: 8px; border-radius: 50%; background: var(--dim); }
.trail .took { float: right; width: 25%; min-width: 6rem; text-align: right; color: var(--dim); font-size: var(--small); }
.took svg { display: block; margin-left: auto; border-radius: 2px; background: var(--bar-go); }
.took .bad { background: var(--bar-bad); }
.took .wait { background: var(--bar-wait); }
.trail time { color: var(--dim); font-variant-numeric: tabular-nums; margin-right: 6px; }

rect.good { fill: var(--bar-good); } rect.bad { fill: var(--bar-bad); } rect.wait { fill: var(--bar-wait); } rect.go { fill: var(--bar-go); }
.bar svg { display: block; width: 100%; min-width: 8rem; height: 10px; }
.days th { white-space: nowrap; }
.days th, .days td { padding-block: 7px; }
.days .bar { width: 45%; }
.days .bar svg { float: left; width: calc(100% - 4rem); margin: 5px 10px 0 0; }

.queue { display: grid; grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); gap: 16px; align-items: start; }
.queue > nav { max-height: 80vh; overflow: auto; border: 1px solid var(--line); border-radius: var(--round); background: var(--card); }
.queue ol { list-style: none; margin: 0; padding: 0; }
.queue nav li { border-bottom: 1px solid var(--line); }
.queue nav li > a { display: grid; gap: 2px; justify-items: start; padding: 8px 12px; color: var(--ink); text-decoration: none; }
.queue nav a:hover { background: var(--soft); }
.queue nav a[aria-current] { background: var(--go-soft); font-weight: 600; }
.queue nav p { padding: 0 12px; }
.steps { display: flex; gap: 14px; margin: 0 0 8px; color: var(--dim); }
.keys { position: relative; font-size: var(--small); }
.keys > div { position: absolute; right: 0; z-index: 3; width: 16rem; padding: 12px 16px 2px; background: var(--card); color: var(--ink); border: 1px solid var(--line); border-radius: var(--round); }
.keys kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; background: var(--card); }

.flow ol { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 12px 20px; margin: 0; padding-left: 20px; }
.flow li { overflow-wrap: anywhere; }
.flow ul { margin: 0 0 6px; padding-left: 16px; color: var(--dim); font-size: 13px; }
.flow code { display: block; margin: 0 0 4px; }
.flow h3, .flow p { margin: 0 0 4px; }

@media (min-width: 1161px) {
  .facts .two { grid-column: span 2; }
  .lines th, .lines td { height: var(--row); padding-block: 0; vertical-align: middle; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 0; }
  .lines thead th { height: 36px; }
  .lines .fit { width: 1%; max-width: none; }
  .lines .about { width: 30%; }
  .lines .some { width: 17%; }
}
/* In a table, an email makes its column as wide as it is. */
td a[href^="/person?"] bdi, th a[href^="/person?"] bdi { overflow-wrap: break-word; }
@media (max-width: 1160px) {
  table.cards, table.cards tbody, table.cards tr, table.cards th, table.cards td { display: block; }
  table.cards thead { display: none; }
  table.cards tr { padding: 8px 12px; border-bottom: 1px solid var(--line); }
  table.cards tbody tr:last-child { border-bottom: 0; }
  table.cards th, table.cards td { border: 0; padding: 2px 0; text-align: left; white-space: normal; }
  table.cards td[data-label]::before { content: attr(data-label) ": "; color: var(--dim); font-size: var(--small); }
  table.lines tbody tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; }
  table.lines tr > * { grid-column: 1 / -1; }
  table.lines tr > :first-child { grid-area: 1 / 1; }
  table.lines tr > td:last-child { grid-area: 1 / 2; text-align: right; color: var(--dim); }
  table.lines td[data-label]::before { content: none; }
  .run { display: block; }
  .run + .run { margin: 0; }
}
@media (max-width: 760px) {
  body { grid-template: "top" auto "nav" auto "main" 1fr / minmax(0, 1fr); }
  .top { padding: 8px 14px; flex-wrap: wrap; gap: 4px 12px; }
  body > nav { border-right: 0; border-bottom: 1px solid var(--line); padding: 6px 8px; min-width: 0; }
  body > nav ul { display: flex; gap: 2px; position: static; overflow-x: auto; scrollbar-width: none; }
  body > nav a { padding: 8px 10px; white-space: nowrap; }
  .signed.local > span { display: none; }
  .signed.local { max-width: 100%; }
  .signed.local select { flex: 1 1 8rem; width: 8rem; }
  .choice { grid-template-columns: minmax(0, 1fr); }
  .queue { grid-template-columns: minmax(0, 1fr); }
  .queue > nav { display: none; }
  .fresh { float: none; text-align: right; }
  main { padding: 12px 14px 40px; }
  input, select, textarea, button, .button { font-size: 16px; min-height: 44px; }
  summary, .views a, .pager a, .steps a, th > a, td > a, .facts a { min-height: 44px; display: inline-flex; align-items: center; gap: 4px; }
  input[type="radio"], input[type="checkbox"] { min-height: 0; }
  .button { line-height: 30px; }
  .filters { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .about { min-width: 0; }
  .filters input, .filters select, .filters button { height: auto; }
  .counts { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 6px; }
  .counts a { padding: 6px 8px; font-size: var(--small); line-height: 1.3; }
  .counts strong { font-size: 18px; }
  .days .bar { width: auto; }
  .views { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; }
  .views a { white-space: nowrap; }
  th code, td { overflow-wrap: anywhere; }
  .filters input, .filters select { width: 100%; max-width: none; }
}
@media print {
  body { display: block; background: none; }
  .top, body > nav, .filters, .screen, .skip, .note.good { display: none; }
  main { max-width: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  tr { break-inside: avoid; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
