import { useMutation, useQuery } from '@apollo/client/react';
import { useState, type SyntheticEvent } from 'react';
import { FormDocument, RegisterDocument, type AddAttendeesInput, type FormQuery, type RegisterMutation } from './operations.generated.js';
import { PhotoField } from './photo-field.js';
import { Problem, QueryResult } from './query-result.js';

type Field = NonNullable<NonNullable<FormQuery['activity']>['formFields']>[number];
type Payload = NonNullable<RegisterMutation['addAttendees']>;
type Values = Readonly<Record<string, string>>;

interface RegistrationProps {
  readonly activityId: string;
  /** The number of the token. The form cannot change it: people register themselves. */
  readonly mobile: string;
  readonly onRegistered: () => void;
}

export function Registration({ activityId, mobile, onRegistered }: RegistrationProps) {
  const result = useQuery(FormDocument, { variables: { activityId }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.formFields && (
          <section aria-label="Registration">
            <h2>Register</h2>
            <p>This number is not registered yet.</p>
            <Form activityId={activityId} mobile={mobile} fields={activity.formFields} onRegistered={onRegistered} />
          </section>
        )
      }
    </QueryResult>
  );
}

function Form({ activityId, mobile, fields, onRegistered }: RegistrationProps & { readonly fields: readonly Field[] }) {
  const [register, { loading, error }] = useMutation(RegisterDocument);
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map(({ name, defaultValue }) => [name, name === 'mobile' ? mobile : (defaultValue ?? '')])),
  );
  // Created with the form and sent with each attempt, so that a retry after a lost response does not register twice.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const [payload, setPayload] = useState<Payload | null>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const send = async (input: AddAttendeesInput) => (await register({ variables: { input } })).data?.addAttendees ?? null;
    const input = inputOf(activityId, values);
    try {
      const checked = await send({ ...input, validateOnly: true });
      if (checked === null || checked.userErrors.length > 0) return setPayload(checked);
      setPayload(await send({ ...input, idempotencyKey }));
      // The outcome is known, so the next submission is another registration.
      setIdempotencyKey(crypto.randomUUID());
    } catch {
      // The hook reports the error. The key stays the same for the next attempt.
      setPayload(null);
    }
  };

  const [registered] = payload?.registrations ?? [];
  if (registered) {
    return (
      <p className="card good" role="status">
        Registered. The check-in code is <strong>{registered.signCode}</strong>. <button onClick={onRegistered}>Show the badge</button>
      </p>
    );
  }
  const errors = Map.groupBy(payload?.userErrors ?? [], ({ field }) => fields.find(({ name }) => name === field?.at(-1))?.name);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {error && <Problem error={error} />}
      {errors.get(undefined)?.map(({ message }) => (
        <p key={message} className="bad" role="alert">
          {message}
        </p>
      ))}
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={errors.get(field.name)?.[0]?.message}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <button className="main" disabled={loading}>
        Register
      </button>
    </form>
  );
}

interface FormFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function FormField({ field: { name, label, kind, options, placeholder }, value, problem, onChange }: FormFieldProps) {
  if (kind === 'AVATAR') {
    return (
      <div>
        <label htmlFor={name}>{label} *</label>
        <PhotoField id={name} required value={value} invalid={problem !== undefined} onChange={onChange} />
        <div id={`${name}-problem`} className="bad">
          {problem}
        </div>
      </div>
    );
  }
  const common = {
    id: name,
    required: true,
    value,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${name}-problem`,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  return (
    <div>
      <label htmlFor={name}>{label} *</label>
      {options ? (
        <select {...common}>
          <option value="">{placeholder ?? 'Please choose'}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input {...common} placeholder={placeholder ?? undefined} type={typeOf(name, kind)} readOnly={name === 'mobile'} />
      )}
      <div id={`${name}-problem`} className="bad">
        {problem}
      </div>
    </div>
  );
}

function typeOf(name: string, kind: Field['kind']): string {
  if (name === 'mobile') return 'tel';
  return kind === 'DATE' ? 'date' : 'text';
}

/** The mutation's input. Name and mobile are members of their own; every other form answer is sent with its field's key. */
function inputOf(activityId: string, { name = '', mobile = '', ...others }: Values): AddAttendeesInput {
  const fields = Object.entries(others).map(([key, value]) => ({ name: key, value }));
  return { activityId, contact: { name, mobile }, attendees: [{ name, mobile, fields }] };
}
