import type { ClientSession } from 'mongodb';
import type { User } from '../../access';
import type { Stored, Term } from '../../database';
import type { Language } from '../../language';
import type { SelectedFields } from '../../registry';
import type { PostRecord } from './post-record';

/** Params as they reach a kind's functions: checked by the kind's args, typed by the kind itself. */
export type Sent = Readonly<Record<string, unknown>>;

/** A query as links carry it: names and values, absent members left out. */
export type Query = Readonly<Record<string, unknown>>;

/** What the `write` of a field works with, of whichever record; reads that writing depends on go through `session`. */
export interface FieldContext<R extends Stored> {
  readonly current: R | undefined;
  /** What a new record is a translation of. */
  readonly original?: R;
  /** Undefined where a plugin does it in nobody's name. */
  readonly user: User | undefined;
  /** The effective language: that of a new record, and of the names and slugs that the request means. */
  readonly language: Language;
  readonly session: ClientSession;
  readonly baseUrl: string;
}

/** The same of a term. */
export type TermContext = FieldContext<Term>;

/** The same of a post-like record. */
export interface WriteContext<R extends PostRecord> extends FieldContext<R> {
  readonly user: User;
  /** The status that the record will have. */
  readonly status: PostRecord['status'];
  /** The author that the record will have. */
  readonly author: number;
  /** Whether what it links to counts it: published ones without a password. */
  readonly counted: boolean;
}

/** The language of the record that is written. */
export const recordLanguage = ({ current, language }: Pick<WriteContext<PostRecord>, 'current' | 'language'>): Language =>
  current?.language ?? language;

/** The same before it is known what the record will be. */
export interface Writing<R extends PostRecord> extends Omit<WriteContext<R>, 'status' | 'author' | 'counted'> {
  /** The record within whose data this one was sent. */
  readonly within?: Pick<WriteContext<PostRecord>, 'status' | 'author'>;
}

/** Who reads, and how: `single` answers have JSON-LD. */
export interface View {
  readonly user: User | undefined;
  readonly baseUrl: string;
  readonly language: Language;
  /** The languages that a list shows, its own first, where it shows several. */
  readonly languages?: readonly Language[];
  readonly single: boolean;
  /** Unlocks the protected records that it belongs to. */
  readonly password?: string | undefined;
  /** What the filters of a list hand on to the fields that show its records. */
  readonly handed?: Readonly<Record<string, unknown>> | undefined;
  /** True: placeholders stand for the counts of terms. */
  readonly hasPlaceholders?: boolean;
  /** The members of each record that `_fields` asks for; undefined: all. Others need not be shown, and no function of a plugin is asked for them. */
  readonly wanted?: SelectedFields | undefined;
  /** True if the records are told in short, on a page or in a feed. Their texts may be longer than an answer in JSON. */
  readonly shortened?: true;
  /** Whether the records stand within another one's answer: they show nothing that would embed others again. */
  readonly embedded?: true;
}
