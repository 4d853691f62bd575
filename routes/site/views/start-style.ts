/** The additional style sheet of the calendar's views: search form, active filters and month table. */
export const START_STYLE = `
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.finder { margin: 1rem 0; padding: 0.75rem 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: 0.75rem; }
.finder .words { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
.finder .words input { flex: 1 1 14rem; }
.finder label { font-weight: 600; }
.finder input:not([type='checkbox']), .finder select { max-width: 100%; height: 2.6rem; padding: 0.4rem 0.65rem; border: 1px solid var(--quiet); border-radius: 0.45rem; background: var(--raised); color: var(--text); font: inherit; }
.finder details { margin-top: 0.5rem; }
.finder summary { width: fit-content; color: var(--link); cursor: pointer; }
.finder .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0.5rem 1rem; align-items: end; }
.finder .fields p { margin: 0.25rem 0; min-width: 0; }
.finder .fields label:not(:has(input)), .finder .fields select, .finder .fields input[type='date'] { display: block; width: 100%; }
.chosen ul { gap: 0.5rem; margin: 0.75rem 0; }
.chosen a { display: inline-block; padding: 0.1rem 0.75rem; border: 1px solid var(--accent); border-radius: 1rem; color: var(--accent); text-decoration: none; }
.chosen a:hover { text-decoration: underline; }
.ways { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 2.5rem; margin: 1rem 0 0; }
.month { display: none; }
.month-days details { border-top: 1px solid var(--line); }
  .month-days summary .quiet { white-space: nowrap; }
.month-days summary { padding: 0.6rem 0; cursor: pointer; }
.month-days ul { margin: 0; padding: 0 0 0.75rem 1.25rem; }
@media (min-width: 50rem) {
  .month { display: table; width: 100%; margin: 1.5rem 0; table-layout: fixed; }
  .month th, .month td { padding: 0.3rem 0.4rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
  .month td { height: 5.5rem; background: var(--raised); font-size: 0.875rem; line-height: 1.35; }
  .month td.none { background: none; }
  .month td[aria-current] { box-shadow: inset 0 0 0 2px var(--accent); }
  .month abbr { text-decoration: none; }
  .month .number { font-weight: 700; font-size: 1rem; }
  .month ul { margin: 0.25rem 0 0; padding: 0; list-style: none; }
  .month li a { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; min-height: 1.5rem; unicode-bidi: plaintext; }
  .month li + li { margin-top: 0.25rem; }
  .month-days { display: none; }
}
.snippet summary { width: fit-content; color: var(--link); cursor: pointer; }
.snippet textarea { width: 100%; padding: 0.5rem; border: 1px solid var(--quiet); border-radius: 0.45rem; background: var(--raised); color: var(--text); font: 0.875rem/1.5 ui-monospace, monospace; }
@media print { .finder, .chosen, .ways, .snippet { display: none; } }
`;
