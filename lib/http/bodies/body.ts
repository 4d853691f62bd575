import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import type { HttpMethodEnum } from 'koa-body';
import { type ApiError, errors } from '../../errors';
import { type ArrivingBody, measureArrival, slowestFirst } from '../limits/connections';
import type { Limits } from '../options';
import { countedAddress } from '../requests/address';
import type { RequestContext } from '../requests/request-context';
import { emptyForm, type Form, multipartPairs, percentPairs, readForm } from './form';

interface ReservedBody extends ArrivingBody {
  readonly bytes: number;
  evict(): void;
}

/** The parameters of a request body, or the reason why the body cannot be read. Only a route throws this reason, with its `Allow`. */
export interface ReadBody {
  readonly form: Form;
  readonly error?: unknown;
}

/**
 * Makes the function that receives a request body within a limit of memory for all bodies. If there is no space, the slowest bodies of
 * the network with the most bytes are evicted. Throws `rest_overloaded` for an evicted body, and if that gives too little space.
 */
export const createBodyReceiver = (limits: Limits) => {
  const waitForBody = createBodyReader(limits);
  const arriving = new Set<ReservedBody>();
  let reservedBytes = 0;
  let arrivedBytes = 0;

  const unreserve = (body: ReservedBody): void => {
    if (arriving.delete(body)) reservedBytes -= body.bytes;
  };

  const reserve = (body: ReservedBody): void => {
    const room = limits.heldBytes - body.bytes - arrivedBytes;
    if (room < 0) throw errors.overloaded();
    if (reservedBytes > room) {
      const { slow, fair, young } = slowestFirst(arriving, ({ bytes }) => bytes);
      for (const one of [...slow, ...fair, ...young]) {
        if (reservedBytes <= room) break;
        unreserve(one);
        one.evict();
      }
    }
    arriving.add(body);
    reservedBytes += body.bytes;
  };

  return async (ctx: Context, { address, waits }: RequestContext) => {
    const body: ReservedBody = {
      ...measureArrival(ctx.req.socket),
      network: countedAddress(address),
      bytes: expectedBytes(ctx, limits),
      evict: () => ctx.req.destroy(),
    };
    reserve(body);
    try {
      const began = performance.now();
      const received = await waitForBody(ctx);
      if (!arriving.has(body)) throw errors.overloaded();
      if (waits !== undefined) waits.body = performance.now() - began;
      arrivedBytes += received.bytes;
      return {
        /** Reads the parameters in the body. Never throws. */
        async read(): Promise<ReadBody> {
          try {
            return { form: await received.read() };
          } catch (error) {
            return { form: emptyForm(), error };
          }
        },
        release(): void {
          arrivedBytes -= received.bytes;
        },
      };
    } finally {
      unreserve(body);
    }
  };
};

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const TYPES = ['application/json', 'application/*+json', FORM, MULTIPART];
/** The methods whose bodies without a `Content-Type` are read as forms, as some clients send them. */
const UNTYPED_METHODS: readonly string[] = ['PUT', 'PATCH', 'DELETE'];
/** The methods whose bodies are read. Responses to GET and HEAD are cached by address, so their bodies are ignored. */
const METHODS = ['POST', ...UNTYPED_METHODS];

interface ReceivedBody {
  readonly bytes: number;
  /** Reads the parameters in the body. JSON that is no object has none. Throws the refusal of the body. */
  read(): Form | Promise<Form>;
}

const NONE: ReceivedBody = { bytes: 0, read: emptyForm };

/**
 * Creates the function that receives a request body and decompresses it (gzip, deflate, br). It never throws. Bodies that are neither
 * JSON nor a form are refused. On PUT, PATCH and DELETE a body without a type may be a form.
 */
const createBodyReader = (limits: Limits): ((ctx: Context) => Promise<ReceivedBody>) => {
  const { bodyBytes } = limits;
  // Read as Latin-1: koa-body's own JSON reader drops a BOM and replaces invalid UTF-8, and its form readers write uploads to the disk.
  const createInflate = async () => {
    // Loaded with the first body, since koa-body needs a sixth of the time and memory of a start.
    const { koaBody } = await import('koa-body');
    return koaBody({
      json: false,
      urlencoded: false,
      multipart: false,
      text: true,
      textTypes: TYPES,
      textLimit: bodyBytes,
      encoding: 'binary',
      parsedMethods: METHODS as HttpMethodEnum[],
    });
  };
  let inflate: ReturnType<typeof createInflate> | undefined;
  return async (ctx) => {
    if (!METHODS.includes(ctx.method)) return NONE;
    // Another middleware may have read the body before.
    if (ctx.req.readableDidRead) return { bytes: 0, read: () => jsonForm(ctx.request.body, limits) };
    if (Number(ctx.get('Content-Length')) > bodyBytes) return refused(ctx, errors.contentTooLarge(bodyBytes));
    const { headers } = ctx;
    const isUntyped = UNTYPED_METHODS.includes(ctx.method) && !headers['content-type'] && (headers['content-length'] ?? '0') !== '0';
    // koa-body reads the type from the header itself.
    if (isUntyped) headers['content-type'] = FORM;
    const type = ctx.is(TYPES);
    if (!type) return (await hasBody(ctx)) ? refused(ctx, errors.unreadMediaType()) : NONE;
    try {
      const gone = abortOf(ctx);
      inflate ??= createInflate();
      await Promise.race([inflate.then((read) => read(ctx, async () => undefined)), gone]);
    } catch (error) {
      return refused(ctx, toRefusal(error, ctx, bodyBytes));
    }
    const body: unknown = ctx.request.body;
    const bytes = typeof body === 'string' ? body : '';
    // Such bodies are no forms: they begin like JSON, or have no `=`.
    if (isUntyped && /^\s*[[{"]|^[^=]+$/.test(bytes)) return refused(ctx, errors.unreadMediaType());
    const contentType = ctx.get('Content-Type');
    return { bytes: bytes.length, read: () => formOf(type, bytes, contentType, limits) };
  };
};

/** Returns the bytes to reserve for an arriving body: the maximum for compressed bodies and unknown lengths. */
const expectedBytes = ({ method, headers }: Context, { bodyBytes }: Limits): number => {
  const { 'content-length': length, 'transfer-encoding': transfer, 'content-encoding': coding } = headers;
  if (!METHODS.includes(method) || (length === undefined && transfer === undefined)) return 0;
  return coding === undefined && length !== undefined ? Math.min(Number(length), bodyBytes) : bodyBytes;
};

/** Reads the parameters of a decompressed body (one character a byte). */
const formOf = async (type: string, bytes: string, contentType: string, limits: Limits): Promise<Form> => {
  const { jsonDepth, parameters } = limits;
  if (type === FORM) return readForm(percentPairs(bytes), parameters);
  if (type !== MULTIPART) return jsonForm(readJson(bytes, jsonDepth), limits);
  const pairs = await multipartPairs(Buffer.from(bytes, 'latin1'), contentType, parameters).catch(() => {
    throw errors.undecodableBody();
  });
  return readForm(pairs, parameters);
};

const jsonForm = (value: unknown, { parameters }: Limits): Form => {
  const form = emptyForm();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return form;
  if (Object.keys(value).length > parameters) throw errors.tooManyParameters(parameters);
  // Without a prototype a member named `__proto__` is an ordinary member.
  Object.assign(form.values, value);
  return form;
};

/** True if a request has a body. For chunked bodies the function waits for the first byte. */
const hasBody = async ({ req }: Context): Promise<boolean> => {
  if (req.headers['transfer-encoding'] === undefined) return (req.headers['content-length'] ?? '0') !== '0';
  return new Promise((resolve) => {
    req.once('data', () => resolve(true));
    for (const end of ['end', 'close', 'error']) req.once(end, () => resolve(false));
  });
};

const refused = (ctx: Context, refusal: ApiError): ReceivedBody => {
  // The rest of the body is discarded, so that the client can read the response.
  ctx.req.unpipe();
  ctx.req.resume();
  return { bytes: 0, read: () => Promise.reject(refusal) };
};

/** Makes a promise that rejects when the client disconnects. A complete body may be discarded too before it is read. */
const abortOf = ({ req }: Context): Promise<never> =>
  new Promise((_, reject) => {
    req.once('close', () => {
      if (!req.readableEnded) reject(new Error('The client went away before its body was complete.'));
    });
  });

const toRefusal = (error: unknown, ctx: Context, limit: number): ApiError => {
  const status = Object(error).status;
  if (status === 413) return errors.contentTooLarge(limit);
  if (status === 415) return errors.unsupportedMediaType(ctx.get('Content-Encoding'));
  return errors.undecodableBody();
};

const LONE_SURROGATE = /\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const CONTROL_CHARACTERS = /[\u0000-\u001f]/g;

/**
 * Parses a JSON body (one character a byte) as strictly as WordPress, with at most `depth` levels. It allows no BOM, invalid UTF-8 or
 * lone surrogate. Undefined for an empty body. Throws `rest_invalid_json` with the number and message of PHP's error.
 */
export const readJson = (bytes: string, depth: number): unknown => {
  if (bytes === '') return undefined;
  const buffer = Buffer.from(bytes, 'latin1');
  if (!isUtf8(buffer)) throw errors.invalidJson(5, 'Malformed UTF-8 characters, possibly incorrectly encoded');
  const text = buffer.toString('utf8');
  if (text.length > depth && isDeeper(text, depth)) throw errors.invalidJson(1, 'Maximum stack depth exceeded');
  const parsed = parse(text);
  if (parsed === undefined) {
    const hasControl = parse(text.replaceAll(CONTROL_CHARACTERS, ' ')) !== undefined;
    if (hasControl) throw errors.invalidJson(3, 'Control character error, possibly incorrectly encoded');
    throw errors.invalidJson(4, 'Syntax error');
  }
  // Valid UTF-8 has no surrogates: only an escape can write one.
  if (/\\u[dD][89a-fA-F]/.test(text) && hasLoneSurrogate(parsed.value))
    throw errors.invalidJson(10, 'Single unpaired high surrogate in Unicode escape');
  return parsed.value;
};

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const isDeeper = (text: string, limit: number): boolean => {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
};

const hasLoneSurrogate = (value: unknown): boolean => {
  if (typeof value === 'string') return LONE_SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => LONE_SURROGATE.test(key) || hasLoneSurrogate(member));
};
