-- The orders of the subject list beside that of the catalogues.
create index subject_category on subject (professional_category_code, id);
create index subject_class on subject (professional_class_code, id);
