/** The source of the search in the page's script. It shows the operations that contain every typed word, ignoring accents. */
const SEARCH = String.raw`
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

/** The source of the function that writes a request as a curl command. With a `login`, curl asks for the password. */
export const CURL = String.raw`
  const inShell = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
  const curlOf = ({ url, method, headers, body, login }) => [
    'curl',
    ...(method === 'GET' ? [] : ['-X ' + method]),
    // curl reads the password from the user, so that the history of the shell does not contain the password.
    ...(login === '' ? [] : ['-u ' + inShell(login)]),
    ...Object.entries(headers).map(([name, one]) => '-H ' + inShell(name + ': ' + one)),
    ...(body === undefined ? [] : ['--data-raw ' + inShell(body)]),
    inShell(url),
  ].join(method === 'GET' && login === '' ? ' ' : ' \\\n  ');
`;

/**
 * The source of the part of the page's script that tries operations. It sends requests only to the origin and path of the page, and shows
 * responses as text. Credentials remain in their form fields: nothing is stored, and no cookies are sent.
 */
const TRYING = String.raw`
  const LONGEST = 300000;
  const ending = '/' + page.dataset.namespace + '/doc';
  const path = location.pathname.replace(/\/+$/, '');
  const base = path.toLowerCase().endsWith(ending.toLowerCase()) ? path.slice(0, -'/doc'.length) : path + '/' + page.dataset.namespace;
  const value = (id) => page.querySelector(id).value;
  const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

  const requestOf = (form) => {
    const query = new URLSearchParams();
    for (const { name, value } of all('[data-in=query]', form)) if (value !== '') query.append(name, value);
    const inPath = (whole, name) => {
      const field = all('[data-in=path]', form).find((one) => one.name === name);
      return encodeURIComponent(field ? field.value : whole);
    };
    const url = base + form.dataset.path.replace(/\/$/, '').replace(/\{([^{}]+)\}/g, inPath) + (query.size > 0 ? '?' + query : '');
    const method = form.querySelector('[data-method]')?.value ?? form.dataset.methodOf;
    const body = form.querySelector('[data-body]')?.value.trim() || undefined;
    const headers = { Accept: form.dataset.accept };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    for (const { name, value } of all('[data-in=header]', form)) if (value !== '') headers[name] = value;
    return { url, method, headers, body };
  };

  const pretty = (type, text) => {
    if (text === '') return words.empty;
    let shown = text;
    try {
      if (/json/.test(type)) shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {}
    return shown.length > LONGEST ? shown.slice(0, LONGEST) + '\n' + words.cut : shown;
  };

  const send = async (form) => {
    const outcome = form.querySelector('.outcome');
    const { url, method, headers, body } = requestOf(form);
    const login = value('#login');
    if (login !== '') headers.Authorization = 'Basic ' + base64(login + ':' + value('#password'));
    for (const old of all('.answer, .command, .sign-in', form)) old.remove();
    outcome.textContent = words.waiting;
    const began = performance.now();
    try {
      const answer = await fetch(url, { method, headers, body, credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
      const text = await answer.text();
      const time = Math.round(performance.now() - began);
      const piece = page.querySelector('#answer').content.cloneNode(true);
      piece.querySelector('[data-text]').textContent = pretty(answer.headers.get('Content-Type') ?? '', text);
      piece.querySelector('[data-headers]').textContent = [...answer.headers].map(([name, one]) => name + ': ' + one).join('\n');
      form.append(piece);
      outcome.textContent = words.answered.replace('{status}', (answer.status + ' ' + answer.statusText).trim()).replace('{time}', time);
      outcome.dataset.sort = answer.ok ? 'fine' : 'refused';
      // The error of a password-protected event needs no hint about credentials.
      const isProtected = /"code":\s*"[a-z-]+-password-protected"/.test(text);
      if (answer.status === 401 || (answer.status === 403 && login === '' && !isProtected)) askLogin(form, login === '' ? words.needed : words.wrong);
    } catch {
      outcome.textContent = words.failed;
      outcome.dataset.sort = 'refused';
    }
  };

  const askLogin = (form, why) => {
    const outcome = form.querySelector('.outcome');
    outcome.textContent += '. ' + why;
    outcome.after(page.querySelector('#sign-in').content.cloneNode(true));
  };
  page.querySelector('#credentials').addEventListener('submit', (event) => event.preventDefault());

  const copy = async (form) => {
    const { url, ...request } = requestOf(form);
    const command = curlOf({ ...request, url: location.origin + url, login: value('#login') });
    for (const old of all('.command', form)) old.remove();
    const piece = page.querySelector('#command').content.cloneNode(true);
    piece.querySelector('[data-text]').textContent = command;
    form.append(piece);
    const outcome = form.querySelector('.outcome');
    delete outcome.dataset.sort;
    try {
      await navigator.clipboard.writeText(command);
      outcome.textContent = words.copied;
    } catch {
      outcome.textContent = words.notCopied;
    }
  };

  for (const form of all('.try form')) {
    let isSending = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (isSending) return;
      isSending = true;
      await send(form);
      isSending = false;
    });
    form.querySelector('[data-copy]').addEventListener('click', () => copy(form));
  }
`;

/** The source of the page's script. It shows the elements that need scripts, and keeps the place in links to other languages. */
export const DOCUMENTATION_SCRIPT = `
(() => {
  const page = document.querySelector('.documentation');
  const words = JSON.parse(page.dataset.words);
  const all = (selector, within = page) => [...within.querySelectorAll(selector)];
  for (const waiting of all('[data-scripted]')) waiting.hidden = false;

  const languages = all('.languages a', document).map((link) => [link, link.href]);
  const keepPlace = () => { for (const [link, href] of languages) link.href = href + location.hash; };
  addEventListener('hashchange', keepPlace);
  keepPlace();

${SEARCH}${CURL}${TRYING}})();
`;
