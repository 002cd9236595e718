import { createInterface } from 'node:readline/promises';

/** Asks for what the schema of answers.ts needs; an empty answer takes the default in brackets. */
export async function askAnswers(): Promise<Record<string, unknown>> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (question: string, standard = '') => {
    const hint = standard === '' ? '' : ` [${standard}]`;
    return (await terminal.question(`${question}${hint}: `)).trim() || standard;
  };
  const askList = async (question: string) =>
    (await ask(`${question}, separated by ;`))
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean);
  const askMany = async <T>(noun: string, max: number, one: () => Promise<T>) => {
    const all: T[] = [];
    do {
      console.log(`\n${noun} ${all.length + 1}`);
      all.push(await one());
    } while (all.length < max && /^y/i.test(await ask(`Another ${noun.toLowerCase()}? y/n`, 'n')));
    return all;
  };

  const name = await ask('Name of the agency');
  const answers = {
    name,
    legalName: await ask('Legal name', name),
    tagline: await ask('Tagline'),
    description: await ask('One sentence about the agency'),
    url: await ask('Address of the website', 'https://example.com'),
    email: await ask('Email address for visitors'),
    colours: { accent: await ask('Accent colour', '#0f766e') },
    law: {
      governing: await ask('Governing law', 'the laws of Portugal'),
      courts: await ask('Courts, with a capital', 'The courts of our head office'),
      currency: await ask('Currency', 'euros (EUR)'),
    },
    services: await askMany('Service', 12, async () => ({
      title: await ask('Title'),
      description: await ask('One sentence'),
      features: await askList('Three features'),
    })),
    offices: await askMany('Office', 6, async () => ({
      city: await ask('City'),
      country: await ask('Country'),
      countryCode: await ask('Country code', 'PT'),
      street: await ask('Street and number'),
      address: await askList('Lines of the postal address, in the order of the country'),
      phone: await ask('Phone'),
      timeZone: await ask('Time zone such as Europe/Madrid'),
      specialization: await ask('Specialization'),
      description: await ask('One sentence about it'),
      keyServices: await askList('Key services'),
    })),
    people: await askMany('Person', 12, async () => ({
      name: await ask('Name'),
      role: await ask('Role'),
      bio: await ask('One or two sentences'),
    })),
  };
  terminal.close();
  return answers;
}
