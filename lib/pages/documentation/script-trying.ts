/**
 * The part of the script that tries operations: it sends what the fields hold to the very origin and path that the page was loaded from, and
 * shows what is answered, as text. Credentials stay in their fields; neither is anything stored, nor do cookies go along.
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
    for (const old of all('.answer, .command', form)) old.remove();
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
    } catch {
      outcome.textContent = words.failed;
      outcome.dataset.sort = 'refused';
    }
  };

  const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
  const copy = async (form) => {
    const { url, method, headers, body } = requestOf(form);
    const login = value('#login');
    const parts = ['curl'];
    if (method !== 'GET') parts.push('-X ' + method);
    // curl asks for the password, so that it stands neither here nor in the history of a shell.
    if (login !== '') parts.push('-u ' + quoted(login));
    for (const [name, one] of Object.entries(headers)) parts.push('-H ' + quoted(name + ': ' + one));
    if (body !== undefined) parts.push('--data-raw ' + quoted(body));
    parts.push(quoted(location.origin + url));
    const command = parts.join(' ');
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
  page.querySelector('#credentials').addEventListener('submit', (event) => event.preventDefault());
`;
