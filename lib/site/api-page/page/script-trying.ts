/**
 * The source of the part of the page's script that tries operations. It sends requests only to the origin and path of the page, and shows
 * responses as text. Credentials remain in their form fields: nothing is stored, and no cookies are sent.
 */
export const TRYING = String.raw`
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

  const credentials = page.querySelector('#credentials');
  const back = credentials.querySelector('[data-back]');
  let asking;
  const goTo = (place, target) => {
    place.scrollIntoView({ block: 'center' });
    target.focus({ preventScroll: true });
  };
  const askLogin = (form, why) => {
    const outcome = form.querySelector('.outcome');
    outcome.textContent += '. ' + why;
    const piece = page.querySelector('#sign-in').content.cloneNode(true);
    piece.querySelector('button').addEventListener('click', () => {
      asking = form;
      const title = form.closest('.operation').querySelector('h3').textContent;
      back.querySelector('button').textContent = words.back.replace('{title}', () => title);
      back.hidden = false;
      goTo(credentials, page.querySelector('#login'));
    });
    outcome.after(piece);
  };
  credentials.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!asking) return;
    if (asking.closest('[hidden]')) {
      field.value = '';
      search();
    }
    asking.closest('details').open = true;
    const button = asking.querySelector('[type=submit]');
    back.hidden = true;
    asking = undefined;
    goTo(button, button);
  });

  const copy = async (form, name) => {
    const { url, ...request } = requestOf(form);
    const command = codes[name]({ ...request, url: location.origin + url, login: value('#login'), secret: words.secret });
    for (const old of all('.command', form)) old.remove();
    const piece = page.querySelector('#command').content.cloneNode(true);
    piece.querySelector('[data-text]').textContent = command;
    piece.querySelector('[data-name]').textContent = NAMES[name];
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
    for (const button of all('[data-copy]', form)) button.addEventListener('click', () => copy(form, button.dataset.copy));
  }
`;
