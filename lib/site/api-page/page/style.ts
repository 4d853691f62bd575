export const DOCUMENTATION_STYLE = `
:root { --get: #0b6b3a; --post: #0a5299; --change: #8a4b00; --delete: #a8323e; --code: #f1efeb; }
@media (prefers-color-scheme: dark) { :root { --get: #7fd6a4; --post: #93c4ff; --change: #f2b872; --delete: #f0909a; --code: #26262f; } }
html { scroll-padding-top: 1rem; }
body { max-width: 86rem; }
.documentation code, .documentation pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875em; }
.documentation :not(pre) > code { padding: 0.1em 0.3em; border-radius: 0.3em; background: var(--code); }
.documentation pre { max-height: 30rem; overflow: auto; margin: 0.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--code); line-height: 1.45; white-space: pre; overflow-wrap: normal; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; margin: 0.35rem 0; }
.columns { display: grid; gap: 0 2.5rem; margin-top: 1.5rem; }
.columns > * { min-width: 0; }
.contents.wide { display: none; }
.contents.narrow { margin: 1rem 0; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--raised); }
.contents ul { display: block; list-style: none; margin: 0; padding: 0; }
.contents .group { margin: 0.75rem 0; }
.contents .group > a { font-weight: 700; }
.contents a { display: block; padding: 0.2rem 0.5rem; border-radius: 0.4rem; color: inherit; text-decoration: none; font-size: 0.9375rem; line-height: 1.4; }
.contents .group li a { display: flex; gap: 0.5rem; align-items: baseline; }
.contents a:hover { text-decoration: underline; }
.contents .method { flex: none; width: 3.4rem; border: 0; padding: 0; text-align: left; }
@media (min-width: 60rem) {
  .columns { grid-template-columns: 19rem minmax(0, 1fr); }
  .contents.narrow { display: none; }
  .contents.wide { display: block; }
  .side { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 0.25rem 0.5rem 2rem 0.25rem; }
}
.search { margin-bottom: 1rem; }
.search label, .fields label { display: block; font-size: 0.9375rem; font-weight: 600; }
.search p { margin: 0.35rem 0 0; font-size: 0.9375rem; color: var(--quiet); }
.search p:empty { margin: 0; }
.documentation input, .documentation select, .documentation textarea { width: 100%; padding: 0.45rem 0.65rem; border: 1px solid var(--quiet); border-radius: 0.45rem; background: var(--raised); color: var(--text); font: inherit; font-size: 1rem; }
.documentation textarea { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9375rem; resize: vertical; }
.documentation ::placeholder { color: var(--quiet); opacity: 1; }
.documentation button { font: inherit; font-weight: 600; cursor: pointer; }
.text > :first-child > :first-child { margin-top: 0; }
.text section > h2 { padding-top: 1rem; }
.beside > p, .beside > ul, .group-of > div { max-width: 48rem; }
.group-of > h2 { font-size: 1.6rem; }
.group-of > h2::first-letter, .contents .group > a::first-letter { text-transform: uppercase; }
.method { display: inline-block; padding: 0.05rem 0.5rem; border: 1px solid currentColor; border-radius: 0.35rem; font: 700 0.75rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--change); }
.method.get { color: var(--get); }
.method.post { color: var(--post); }
.method.delete { color: var(--delete); }
.operation { margin: 1.25rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--raised); }
.operation:target { border-color: var(--accent); }
.operation h3 { font-size: 1.15rem; }
.operation h3 a { color: inherit; text-decoration: none; }
.operation h3 a:hover { text-decoration: underline; }
.operation .line { gap: 0.35rem; }
.operation p { margin: 0.5rem 0; }
.line .mark { border-color: var(--line); color: var(--quiet); }
summary { cursor: pointer; width: fit-content; padding: 0.2rem 0; font-weight: 600; }
.part, .try { border-top: 1px solid var(--line); padding: 0.35rem 0; }
.try { margin-bottom: -0.35rem; }
.try > summary { color: var(--accent); }
details details > summary, dd details > summary, li details > summary { font-weight: 400; font-size: 0.9375rem; color: var(--link); }
.part summary .quiet { font-weight: 400; font-size: 0.9375rem; }
.members, .choices-of { margin: 0.5rem 0; padding: 0; list-style: none; }
.members > li { padding: 0.5rem 0; border-top: 1px solid var(--line); }
.members > li:first-child { border-top: 0; }
.members .members, .members .choices-of { margin-left: 0.25rem; padding-left: 0.75rem; border-left: 2px solid var(--line); }
.choices-of > li { padding: 0.25rem 0; }
.name { font-weight: 700; }
.type { font-size: 0.9375rem; color: var(--quiet); }
.members .quiet { font-size: 0.8125rem; }
.must { font-size: 0.8125rem; color: var(--accent); }
.limits { display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; font-size: 0.9375rem; color: var(--quiet); }
.limits code { color: var(--text); }
.limits details { flex-basis: 100%; }
.answers { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.5rem 1rem; margin: 0.5rem 0; }
.answers dt { margin: 0; font: 700 0.9375rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--delete); }
.answers .fine { color: var(--get); }
.answers p { margin: 0 0 0.25rem; }
.answers dd { font-size: 0.9375rem; }
.codes dt { padding-top: 0.5rem; }
.component { padding: 0.75rem 0; border-top: 1px solid var(--line); }
.component h3 { margin-bottom: 0.25rem; }
:target > h3, dt:target { text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 3px; }
.who { margin: 2rem 0 0; padding: 0.75rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 0.75rem; background: var(--raised); }
.who p { margin: 0.25rem 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 0.75rem 1rem; margin: 0.75rem 0; align-items: end; }
.fields p { margin: 0; }
.fields .wide { grid-column: 1 / -1; }
.try .actions { margin: 0.75rem 0; }
.outcome { min-height: 1.6em; font-weight: 600; }
.outcome[data-sort=fine] { color: var(--get); }
.outcome[data-sort=refused] { color: var(--delete); }
@media (max-width: 30rem) {
  .operation { padding: 0.75rem 0.85rem; }
  .answers { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .answers dd { margin-bottom: 0.75rem; }
}
@media print {
  .side, .try, .who { display: none; }
  .columns { display: block; }
  .documentation pre { max-height: none; white-space: pre-wrap; }
  .operation { border: 0; padding: 0; }
}
`;
