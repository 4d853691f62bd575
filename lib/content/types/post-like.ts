import type { Filter, IndexDescription, Sort } from 'mongodb';
import type { Posts } from '../../database';
import type { ApiError, ContentType } from '../../errors';
import type { Served, Text } from '../../language';
import type { Args, CompiledArgs, DeclaredRefusal } from '../../registry';
import type { TitledAnswer } from './answers/page-answers';
import type { Query, Sent, View, WriteContext } from './context';
import type { Facet } from './facet';
import type { OwnFields, TypeDraft, TypeField } from './field';
import type { PostRecord } from './post-record';

/** What a filter comes to. */
export interface Clause {
  /** What records must meet; a function of what keeps hidden parts to those who may see them (`Seen`), where it depends on that. */
  readonly condition: object | ((open: Filter<PostRecord>) => object);
  /** Whether it finds records by parts that a password hides. */
  readonly byHidden?: boolean;
  /** Conditions of which each of these records meets one, counted apart: which of several hold, no index tells by itself. */
  readonly parts?: readonly object[];
  /** The name of an index that begins with it, or null where so few records are left that none is needed. */
  readonly index?: string | null | undefined;
  /** The name of one that serves for counting only, where `index` names none: to read a page in the order of the list by it would take longer. */
  readonly countIndex?: string;
  /** How lists are ordered by it that ask for that; `condition` is then what all of its tiers meet. */
  readonly ranks?: Ranks | DistanceOrder;
  /** What was asked for that nothing has, in the place of which it takes what is written nearly so. */
  readonly corrected?: readonly string[];
  /** True where it reads the texts of every record that the other filters let through. */
  readonly readsTexts?: true;
}

/** An order that no field holds: IDs in tiers, and the field that names one or several of these; the first of its tiers is a record's. */
export interface Ranks {
  readonly field: string;
  readonly tiers: readonly (readonly number[])[];
}

/**
 * An order by how closely a filter is met: conditions that each imply the next, and all of them the filter's own; what is equally near is ordered by
 * `sort`. Lists have it unless they are sorted otherwise.
 */
export interface DistanceOrder {
  readonly nearest: readonly ((open: Filter<PostRecord>) => object)[];
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** What a list shows at all to its reader, before anything is asked of it; `open` keeps hidden parts to those who may see them. */
export interface Shown {
  readonly records: readonly object[];
  readonly open: Filter<PostRecord>;
}

/** What links repeat: before and after the status. */
export interface Repeated {
  readonly first?: Query;
  readonly last?: Query;
}

/** A filter of a list, as one thing: what is sent, what is found by it, and how links repeat it. Several args stand together where they decide together. */
export interface ListFilter {
  readonly args: Args;
  /** Undefined where nothing that it looks at was sent. */
  where(sent: Sent, view: View, shown: Shown): Clause | undefined | Promise<Clause | undefined>;
  links(sent: Sent, view: View): Repeated | Promise<Repeated>;
  /** The names of the orders that it offers to `sort`; without what it looks at they are refused. */
  readonly ranks?: Readonly<Record<string, (sent: Sent) => ApiError | undefined>>;
  /** What fields need to know of what was sent to show records found by it. */
  hands?(sent: Sent): Handed | undefined;
}

/** What filters hand on to the fields of the records that they find, as JSON. */
export type Handed = Readonly<Record<string, unknown>>;

/** Another form of a list, which `format` asks for. */
export interface ListFormat {
  /** Its content type. */
  readonly type: string;
  readonly answers: TitledAnswer;
  /** Writes the records of a page, as they are shown, with the addresses and totals of the list. */
  write(records: readonly Readonly<Record<string, unknown>>[], around: Readonly<Record<string, unknown>>): object;
}

/** What a list can be sorted by: the stored field, the index in whose order it is, and whether it descends unless told otherwise. */
export interface Order {
  readonly field: string;
  readonly hint: string;
  readonly down?: true;
}

/** What is said of a post-like kind: routes, storage, permissions and pages are made of it. */
export interface PostLikeDeclaration<R extends PostRecord = PostRecord> extends ContentType {
  readonly plural: string;
  /** The plural in sentences. */
  readonly names: Text;
  /** The singular with its article, “a category”: French has to know the gender. */
  readonly one?: Text;
  /** The folder of the records' own pages; the singular unless given. */
  readonly segment?: string;
  readonly fields: OwnFields;
  /** The stored field that slugs and lists of names are made of. */
  readonly titled: keyof R & string;
  /** Whether a draft has no slug before it is published, unless it is given one. */
  readonly lateSlugs?: true;
  /** Whether answers leave out what is empty; of such a record an empty image is none, wherever it is sent. */
  readonly sparse?: true;
  /** Names of args that every kind has whose default is null, in the tables of this one. */
  readonly nullable?: readonly string[];
  /** Whether records can be given a password, on creation and on every update. */
  readonly protectable?: true;
  /** The filters of the list, search among them, in the order in which links repeat them. */
  readonly filters: readonly ListFilter[];
  /** The order of the list; publication, the newest first, unless given. */
  sort?(sent: Sent): Sort;
  /** The indexes beside those of every kind: the first of these that a filter asks for serves the list. */
  readonly indexes?: readonly IndexDescription[];
  /** The index in the order of the list, for a list without filters. */
  readonly order?: IndexDescription;
  /** What is added to that index by fields that are filtered by; its key unless given. */
  readonly listed?: IndexDescription['key'];
  /** What lists can be sorted by beside title and dates, by the names that `sort` takes: stored fields. */
  readonly sorts?: Readonly<Record<string, string>>;
  /** How words find records: the field that orders what is equally near, the title's order unless given, and what their index holds besides. */
  readonly found?: { readonly by: string; readonly compared: readonly string[] };
  /** What lists can be counted by, by the names that `facets` takes. */
  readonly facets?: Readonly<Record<string, Facet>> | undefined;
  /** The forms of the list beside JSON, by the names that `format` takes. */
  readonly formats?: Readonly<Record<string, ListFormat>>;
  /** What lists can be sorted by, by the names that `orderby` takes; without any there is no `orderby`. */
  readonly orders?: Readonly<Record<string, Order>>;
  /** The keys of queries beside the folded text; the name's unless given. */
  keys?(record: Omit<R, 'keys'>): Readonly<Record<string, unknown>>;
  /** Works out what is stored of several fields together; throws `rest_invalid_param` where they contradict each other or the record. */
  settle?(sent: Sent, context: WriteContext<R>): Partial<R> | Promise<Partial<R>>;
  /** Judges what is about to be stored of a plugin's fields; throws `rest_invalid_param`. */
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext<PostRecord>): void | Promise<void>;
  /** What the document says of a record. */
  readonly description?: Text;
  /** That lists of its terms can be narrowed to those “of this event”, in these words: by an ID under the name of the kind. */
  readonly narrowsTerms?: Text;
}

/** A post-like kind, made once all kinds and the fields that were added to them are known; frozen. */
export interface PostLike<R extends PostRecord = PostRecord, S extends object = object>
  extends Omit<PostLikeDeclaration<R>, 'fields' | 'segment' | 'listed' | 'protectable'>,
    TypeDraft {
  readonly namespace: string;
  /** The languages of its lists. */
  readonly served: Served;
  /** What the schema of a record is called. */
  readonly title: string;
  readonly segment: string;
  readonly posts: Posts<R>;
  readonly protectable: boolean;
  /** What is stored beside the fields in every new record. */
  readonly initial: object;
  /** The codes that writing refuses with because of what it links, or what links to it. */
  readonly refusals: { readonly creating: readonly DeclaredRefusal[]; readonly updating: readonly DeclaredRefusal[] };
  /** The kind's own fields, and behind these what plugins have added. */
  readonly fields: readonly TypeField[];
  /** The fields that clients send, by the names of their args. */
  readonly taken: ReadonlyMap<string, TypeField>;
  /** The fields that plugins have added. */
  readonly added: readonly TypeField[];
  /** The stored fields that translations have in common, and those that a new translation begins with: these and some more. */
  readonly shared: readonly string[];
  readonly inherited: readonly string[];
  readonly args: { readonly create: Args; readonly update: Args; readonly list: Args };
  /** Checks what plugins, and data within other records, say of a record, as requests are checked. */
  readonly checks: { readonly create: CompiledArgs; readonly update: CompiledArgs };
  /** The schemas of what is shown: by the kind's own routes, and within other records' answers, where nothing is shown that would embed others again. */
  readonly answers: { readonly whole: TitledAnswer; readonly embedded: TitledAnswer };
  /** Answers the records as clients see them, with one look-up per linked kind. */
  present(records: readonly R[], view: View): Promise<S[]>;
}
