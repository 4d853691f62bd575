/** The search of the page's script. It shows the operations that contain every typed word, ignoring accents. */
export const SEARCH = String.raw`
  const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const field = page.querySelector('#search');
  const found = page.querySelector('#found');
  let entries;
  const read = () => all('.operation').map((section) => ({
    section,
    text: folded(all('.sought', section).map((part) => part.textContent).join(' ')),
    links: all('.contents a[href="#' + section.id + '"]').map((link) => link.parentElement),
  }));
  const search = () => {
    entries ??= read();
    const wanted = folded(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { section, text, links } of entries) {
      const isFound = wanted.every((word) => text.includes(word));
      if (isFound) count += 1;
      section.hidden = !isFound;
      for (const link of links) link.hidden = !isFound;
    }
    const isSearching = wanted.length > 0;
    for (const group of all('.group-of')) group.hidden = !group.querySelector('.operation:not([hidden])');
    for (const group of all('.contents .group')) group.hidden = !group.querySelector('ul > li:not([hidden])');
    for (const beside of all('.beside, .aside-of')) beside.hidden = isSearching;
    found.textContent = !isSearching ? '' : count === 0 ? words.nothing : words.found.replace('{count}', count);
  };
  field.addEventListener('input', search);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    page.querySelector('.operation:not([hidden]) h3 a')?.focus();
  });
  // The target of a link is never hidden.
  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest('[hidden]')) return;
    field.value = '';
    search();
    target.scrollIntoView();
  });
`;
