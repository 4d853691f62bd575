const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements without content. */
export const VOID_TAGS: ReadonlySet<string> = words('area br col hr img track wbr');

const TAGS = words(`a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del
  details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map mark menu nav ol p
  pre q rb rp rt rtc ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var
  video wbr`);

const EVERYWHERE = words('class dir hidden id lang role style title xml:lang');

const ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  a: words('download href hreflang name rel rev target type'),
  area: words('alt coords href nohref shape target'),
  audio: words('autoplay controls loop muted preload src'),
  blockquote: words('cite'),
  caption: words('align'),
  col: words('align span valign width'),
  colgroup: words('align span valign width'),
  del: words('cite datetime'),
  details: words('open'),
  div: words('align'),
  font: words('color face size'),
  h1: words('align'),
  h2: words('align'),
  h3: words('align'),
  h4: words('align'),
  h5: words('align'),
  h6: words('align'),
  hr: words('align noshade size width'),
  img: words('align alt border decoding height hspace loading longdesc sizes src srcset usemap vspace width'),
  ins: words('cite datetime'),
  li: words('align value'),
  map: words('name'),
  ol: words('reversed start type'),
  p: words('align'),
  q: words('cite'),
  table: words('align bgcolor border cellpadding cellspacing rules summary width'),
  td: words('abbr align axis bgcolor colspan headers height nowrap rowspan scope valign width'),
  th: words('abbr align axis bgcolor colspan headers height nowrap rowspan scope valign width'),
  time: words('datetime'),
  tr: words('align bgcolor valign'),
  track: words('default kind label src srclang'),
  ul: words('type'),
  video: words('autoplay controls height loop muted playsinline poster preload src width'),
};

/** Attributes that hold addresses. */
export const URL_ATTRIBUTES: ReadonlySet<string> = words('cite href longdesc poster src srcset usemap');

const STYLES =
  words(`background-color border border-bottom border-collapse border-color border-left border-radius border-right border-spacing
  border-style border-top border-width clear color direction float font-family font-size font-style font-variant font-weight height
  letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height
  min-width padding padding-bottom padding-left padding-right padding-top text-align text-decoration text-indent text-transform
  vertical-align white-space width word-spacing`);

/** Tells whether texts may hold an element: what the CMS lets posts hold, without forms and foreign content. */
export const isAllowedTag = (tag: string): boolean => TAGS.has(tag);

/** Tells whether an element may have an attribute (both in lower case). */
export const isAllowedAttribute = (tag: string, name: string): boolean =>
  EVERYWHERE.has(name) ||
  /^(?:data|aria)-[a-z0-9-]{1,60}$/.test(name) ||
  (Object.hasOwn(ATTRIBUTES, tag) && ATTRIBUTES[tag]?.has(name) === true);

/** Tells whether a style attribute holds nothing but plain declarations: no addresses, functions, escapes or positions. */
export const isAllowedStyle = (style: string): boolean =>
  style.length <= 2000 &&
  style.split(';').every((declaration) => {
    const [, property = '', value = ''] = /^([a-z-]+)\s*:([a-z0-9 .,%#'+-]+)$/i.exec(declaration.trim()) ?? [];
    return declaration.trim() === '' || (STYLES.has(property.toLowerCase()) && value.trim() !== '');
  });
