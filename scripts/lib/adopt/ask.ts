import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import * as part from './answers.ts';

/**
 * Asks for what the schema of answers.ts needs, again where an answer does not fit. An empty answer takes the default
 * in brackets.
 *
 * @throws when the input ends before the last question
 */
export async function askAnswers(
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<Record<string, unknown>> {
  const terminal = createInterface({ input, output });
  // An iterator keeps the lines that come before they are asked for, as from a pipe.
  const lines = terminal[Symbol.asyncIterator]();

  async function ask<T>(question: string, schema: z.ZodType<T>, standard = ''): Promise<T> {
    terminal.setPrompt(`${question}${standard && ` [${standard}]`}: `);
    for (;;) {
      terminal.prompt();
      const line = await lines.next();
      if (line.done) throw new Error(`The input ended before: ${question}`);
      const { data, error } = schema.safeParse(line.value.trim() || standard);
      if (!error) return data;
      output.write(`${z.prettifyError(error)}\n`);
    }
  }
  const askLine = (question: string, standard?: string) => ask(question, part.line, standard);
  const askList = <T>(question: string, schema: z.ZodType<T, string[]>) =>
    ask(`${question}, separated by ;`, z.string().transform(listOf).pipe(schema));
  async function askMany<T>(noun: string, max: number, one: () => Promise<T>): Promise<T[]> {
    const all: T[] = [];
    do {
      output.write(`\n${noun} ${all.length + 1}\n`);
      all.push(await one());
    } while (
      all.length < max &&
      (await ask(`Another ${noun.toLowerCase()}? y/n`, z.enum(['y', 'n']), 'n')) === 'y'
    );
    return all;
  }

  const name = await ask('Name of the agency', part.agencyName);
  const answers = {
    name,
    legalName: await askLine('Legal name', name),
    tagline: await askLine('Tagline'),
    description: await askLine('One sentence about the agency'),
    locale: await ask('Dates as in: en-US, en-GB, …', part.locale, 'en-US'),
    url: await ask('Address of the website', part.siteUrl, 'https://example.com'),
    email: await ask('Email address for visitors', part.email),
    colours: { accent: await ask('Accent colour', part.hex, '#0f766e') },
    motif: await ask('Behind the heads of pages: sky or none', part.motif, 'sky'),
    logo: await ask('Logo, an SVG file of shapes; empty: one is drawn', optionalLogo),
    law: {
      governing: await askLine('Governing law', 'the laws of Portugal'),
      courts: await askLine('Courts, with a capital', 'The courts of our head office'),
      currency: await askLine('Currency', 'euros (EUR)'),
    },
    services: await askMany('Service', 12, async () => ({
      title: await askLine('Title'),
      description: await askLine('One sentence'),
      features: await askList('Three features', part.features),
    })),
    offices: await askMany('Office', 6, async () => ({
      city: await askLine('City'),
      country: await askLine('Country'),
      countryCode: await ask('Country code', part.countryCode, 'PT'),
      street: await askLine('Street and number'),
      address: await askList(
        'Lines of the postal address, in the order of the country',
        part.addressLines,
      ),
      phone: await askLine('Phone'),
      timeZone: await ask('Time zone such as Europe/Madrid', part.zone),
      specialization: await askLine('Specialization'),
      description: await askLine('One sentence about it'),
      keyServices: await askList('Key services', part.keyServices),
    })),
    people: await askMany('Person', 12, async () => ({
      name: await askLine('Name'),
      role: await askLine('Role'),
      bio: await askLine('One or two sentences'),
    })),
  };
  terminal.close();
  return answers;
}

const optionalLogo = z
  .literal('')
  .transform(() => undefined)
  .or(part.logoFile);

function listOf(text: string): string[] {
  return text
    .split(';')
    .map((item) => item.trim())
    .filter(Boolean);
}
