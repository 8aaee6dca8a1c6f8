import type { CueKind, FieldKind } from '../lexicon/language-kinds';
import type { Language } from '../text/language';
import type { Field } from '../text/structure/field';
import { FieldKinds } from '../text/structure/field-kinds';
import { readFields } from '../text/structure/read-fields';
import { type Announcement, announcementsIn } from './recognizers/cues/announcements';
import { digitRegions, type Region } from './recognizers/cues/digit-regions';

/**
 * A text during one search. Reads what several recognizers need only once, on first use, and stores it only in this
 * instance, so that nothing of the text remains after the search.
 */
export class SearchedText {
  private readonly fieldKinds = new FieldKinds();
  private ownFields?: readonly Field[];
  private ownAnnouncements?: readonly Announcement[];
  private ownRegions?: readonly Region[];

  constructor(
    readonly text: string,
    readonly language: Language,
  ) {}

  /** The named values of the text. */
  get fields(): readonly Field[] {
    return (this.ownFields ??= readFields(this.text));
  }

  /** Returns the kind that the names of a field of this text indicate. */
  kindOf(field: Field): FieldKind | undefined {
    return this.fieldKinds.of(field);
  }

  /** Returns the announcements of the given kinds. */
  announced(...kinds: readonly CueKind[]): Announcement[] {
    this.ownAnnouncements ??= announcementsIn(this.text, this.fields);
    return this.ownAnnouncements.filter((place) => place.kinds.some((kind) => kinds.includes(kind)));
  }

  /** The pieces of the text that may contain numbers. */
  get digitRegions(): readonly Region[] {
    return (this.ownRegions ??= digitRegions(this.text));
  }
}
