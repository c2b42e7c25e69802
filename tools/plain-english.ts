/** A wording that docs/terminology.md and CONTRIBUTING.md rule out, and its replacement. */
export interface Finding {
  /** Counts from 1. */
  line: number;
  text: string;
  instead: string;
}

/** First words that hide the subject of a comment. `Where` reads as "if" or as "the place where". */
const commentStarts = [
  'What',
  'Who',
  'Whoever',
  'Whatever',
  'Whose',
  'Those',
  'All that',
  'All who',
  'So many',
  'As many',
  'As long',
  'How long',
  'How many',
  'How much',
  'How often',
  'How far',
  'Since when',
  'Where',
  'What is',
];

/** Regular expressions for whole words; a space also matches a line break inside a comment. */
const phrases: [pattern: string, instead: string][] = [
  ['anew', 'again, or a verb with re-'],
  ['(?:is|are|was|were|be|been) told', 'is notified, receives'],
  ['(?:tell|tells|told|telling) of', 'reports, describes, notifies'],
  ['(?:tell|tells|telling) nobody', 'does not report'],
  ['(?:has|have|had|get|gets) (?:its|their) turn', 'is scheduled, acquires a slot'],
  ['(?:take|takes|took) (?:its|their) turns?', 'acquires'],
  ['in turns? of', 'round-robin'],
  ['wait(?:s|ed|ing)? for (?:a|its|their) turns?', 'waits for a slot'],
  ['(?:that|what|which) (?:was|were) said', 'the expected or given value'],
  ['no longer (?:had|to be had)', 'no longer available'],
  ['(?:to|can|cannot|could|may) be had', 'available'],
  ['mends?|mended|mending', 'fix, repair'],
  ['patient|patiently|patience', 'retrying'],
  ['stand-?ins? for what', 'stub, fake'],
  ['standstills?', 'event-loop delay'],
  ['holds? (?:up )?the loop', 'blocks the event loop'],
  ['made[ -]up', 'fake, stub, fixture'],
  ['imitations?|imitates?', 'fake, stub'],
  ['source hosts?', 'forge'],
  ['looks? on', 'viewer, subscriber'],
  ['from elsewhere|of other places', 'remote, external'],
  // Excludes names of database columns.
  [`(?<!['.])(?:un)?sealed(?!['":]| text)`, 'encrypted'],
  ['word of (?:a|the) forge', 'webhook delivery'],
  ['results? of tests?', 'test result'],
  ['reports? of tests?', 'test report'],
  ['files? (?:of|that) steps?(?: leaves?)?', 'artifact'],
  ['(?:is|are) to be', 'must be'],
  ['(?:it|they) (?:has|have) not', 'does not have'],
  ['(?:came|comes|come) of (?:it|them|a|an|the)', 'result, outcome'],
  ['but for', 'except'],
  ['in the place of', 'instead of, in place of'],
  ['the axis of time', 'time axis'],
  ['runners? that (?:is|are) gone', 'lost runner'],
  ['for ever', 'forever, without expiry'],
  ['good for nothing|count(?:s)? for nothing', 'invalid, ignored'],
  ['the doors?', 'entry point, changeBuild'],
];

const commentStart = `(?:/\\*\\*?|\\{/\\*|(?<!\\S)//|^#)\\s(?:\\s*\\*\\s)?(?:${commentStarts.join('|')})\\b`;
const rules = [
  { pattern: new RegExp(commentStart, 'gm'), instead: 'start with a verb or a noun' },
  ...phrases.map(([phrase, instead]) => ({
    pattern: new RegExp(`\\b(?:${phrase.replaceAll(' ', '[\\s*/>]+')})\\b`, 'gi'),
    instead,
  })),
];

/** Lists the ruled-out wordings of a source file or page, in the order of its lines. */
export function findIdioms(text: string): Finding[] {
  return rules
    .flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: text.slice(0, match.index).split('\n').length,
        text: match[0].replaceAll(/\s+/g, ' '),
        instead,
      })),
    )
    .sort((a, b) => a.line - b.line);
}
