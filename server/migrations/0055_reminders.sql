-- The last day, in Shanghai, on which somebody was asked to confirm his profile: once a day is enough.
alter table expert add column reminded_on date;
