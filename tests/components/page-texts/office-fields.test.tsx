import { zodResolver } from '@hookform/resolvers/zod';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { rowsIn, type DocumentInput } from '@/documents/fields';
import { RowsField } from '@/features/page-texts/components/rows-field';
import { pageTextsKind } from '@/features/page-texts/kind';
import { fakeSupabase, json } from '../../support/fake-supabase';

const ID = 'd0000000-0000-4000-8000-000000000000';
const kind = pageTextsKind('offices');
const builtIn = rowsIn(kind.builtIn.offices);

function Form({ values, onSave }: { values: DocumentInput; onSave: (sent: unknown) => void }) {
  const form = useForm<DocumentInput, unknown, DocumentInput>({
    resolver: zodResolver(kind.schema),
    defaultValues: values,
  });
  const field = kind.fields.offices;
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
        {field?.type === 'rows' && (
          <RowsField name="offices" field={field} renderPicker={undefined} isLabelHidden />
        )}
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  );
}

function open(parts: Record<string, string>) {
  const onSave = vi.fn();
  const [office = {}] = builtIn;
  render(<Form values={{ offices: [{ ...office, ...parts }] }} onSave={(sent) => onSave(sent)} />);
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const sent: DocumentInput | undefined = onSave.mock.lastCall?.[0];
    return rowsIn(sent?.offices)[0];
  };
  return { user: userEvent.setup(), save };
}

test('a closed day gets a date and a reason, and goes again', async () => {
  const { user, save } = open({ holidays: '2020-01-01 New Year\n2099-05-01 Labour Day' });
  expect(screen.queryByDisplayValue('New Year')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add a closed day' }));
  await waitFor(() => expect(screen.getByLabelText('Date of day 3')).toHaveFocus());
  fireEvent.change(screen.getByLabelText('Date of day 3'), { target: { value: '2098-12-24' } });
  expect(await save()).toBeUndefined();
  expect(screen.getByRole('alert')).toHaveTextContent('Each day needs a date and a name');
  const reason = screen.getByLabelText('Reason for 2098-12-24');
  fireEvent.change(reason, { target: { value: 'Winter break' } });
  await user.click(screen.getByRole('button', { name: 'Remove Labour Day' }));
  expect(screen.getByRole('button', { name: 'Add a closed day' })).toHaveFocus();
  expect(await save()).toMatchObject({ holidays: '2020-01-01 New Year\n2098-12-24 Winter break' });
  await user.click(screen.getByRole('button', { name: 'Show 1 past day' }));
  expect(screen.getByDisplayValue('New Year')).toBeInTheDocument();
});

test('hours are chosen by day and written as visitors read them', async () => {
  const { user, save } = open({ hours: '9 am to 5 pm, Monday to Friday' });
  await user.click(screen.getByRole('checkbox', { name: 'Wednesday' }));
  await user.click(screen.getByRole('checkbox', { name: 'Sunday' }));
  fireEvent.change(screen.getByLabelText('Sunday: closes'), { target: { value: '13:30' } });
  expect(await save()).toMatchObject({
    hours: '9 am to 5 pm, Monday, Tuesday, Thursday and Friday; 9 am to 1:30 pm, Sunday',
  });
  fireEvent.change(screen.getByLabelText('Sunday: opens'), { target: { value: '14:00' } });
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent('Each day has to close after it opens');
});

test('an office that was saved without holidays keeps those of the code', async () => {
  const offices = pageTextsKind('offices');
  const skopje = rowsIn(offices.builtIn.offices).find(({ id }) => id === 'skopje') ?? {};
  expect(skopje.holidays).toMatch(/^2026-01-01 New Year\n/);
  const { holidays: _, ...saved } = skopje;
  fakeSupabase({
    'GET /rest/v1/page_texts': () =>
      json({ id: ID, version: 2, texts: { offices: [saved] }, updated_at: '2026-11-01T00:00:00Z' }),
    'GET /rest/v1/working_copies': () => json([]),
  });
  const opened = await offices.api.get(ID);
  expect(rowsIn(opened.input.offices)).toEqual([skopje]);
});
