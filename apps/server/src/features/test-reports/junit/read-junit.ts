import { createHash } from 'node:crypto';
import sax from 'sax';
import { type ReportedTest, reportLimits, type TestReport } from '../test-report.ts';
import { decodeXml } from './decode-xml.ts';
import { JunitDocument } from './junit-document.ts';

/**
 * Longer attributes, names and comments end the file, because the parser needs a lot of memory for each
 * character.
 */
Object.assign(sax, { MAX_BUFFER_LENGTH: reportLimits.attribute });

const sliceLength = 64 * 1024;

export interface JunitInput {
  bytes: Uint8Array;
  /** Name of the stage. The same test in another stage is a different test. */
  stage: string;
}

/**
 * Reads a test report in any of the common JUnit variants. Never throws: if a file is truncated, its complete
 * tests are used. Entities declared in the file are ignored for safety.
 */
export function readJunit({ bytes, stage }: JunitInput): TestReport {
  const document = new JunitDocument();
  const problem = parse(decodeXml(bytes), document);
  return { tests: nameEach(document.close(), stage), problem };
}

function parse(text: string, document: JunitDocument): string {
  const parser = sax.parser(true);
  const refuse = (reason: string): never => {
    throw new Refusal(`line ${parser.line + 1}: ${reason}`);
  };
  parser.onerror = ({ message }) => refuse(message.split('\n')[0] ?? message);
  parser.ondoctype = () => refuse('a document type is not allowed');
  let attributes = 0;
  parser.onopentagstart = () => {
    attributes = 0;
  };
  parser.onattribute = () => {
    if (++attributes > reportLimits.attributes) refuse('an element has too many attributes');
  };
  parser.onopentag = (element) => {
    const reason = document.open(element.name, element.attributes as Record<string, string>);
    if (reason) refuse(reason);
  };
  parser.onclosetag = () => document.closeElement();
  parser.ontext = (piece) => document.addText(piece);
  parser.oncdata = (piece) => document.addText(piece);
  try {
    for (let at = 0; at < text.length; at += sliceLength) {
      parser.write(text.slice(at, at + sliceLength));
    }
    parser.close();
    return document.isEmpty ? 'the file has no <testsuites> or <testsuite>' : '';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

class Refusal extends Error {}

/** Adds `#2` and so on to tests with the same name, and skips names that are already used. */
function nameEach(found: Omit<ReportedTest, 'key'>[], stage: string): ReportedTest[] {
  const counts = new Map<string, number>();
  const usedKeys = new Set<string>();
  return found.map((test) => {
    const pathOf = (name: string) => `${stage}\0${test.suite}\0${name}`;
    let { name } = test;
    let count = counts.get(pathOf(test.name)) ?? 1;
    while (usedKeys.has(pathOf(name))) name = `${test.name} #${++count}`;
    counts.set(pathOf(test.name), count);
    usedKeys.add(pathOf(name));
    return { ...test, name, key: keyOf(pathOf(name)) };
  });
}

const keyLength = 20;

function keyOf(path: string): string {
  return createHash('sha256').update(path).digest('base64url').slice(0, keyLength);
}
