// The way from a worker to the process that stands at the door.

export async function tell(env, what, told) {
  const answer = await env.BACKSTAGE.fetch(`http://backstage/backstage/${what}`, {
    method: "POST",
    headers: { "x-backstage-token": env.BACKSTAGE_TOKEN, "content-type": "application/json" },
    body: JSON.stringify(told),
  });
  if (!answer.ok) throw new Error(`backstage answered ${answer.status} to ${what}`);
  return answer.json();
}
