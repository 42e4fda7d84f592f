; a module
target triple = "x86_64-unknown-linux-gnu"
%struct.point = type { i32, [2 x i8]*, <4 x float> }
@text = private unnamed_addr constant [3 x i8] c"ab\00", align 1
@count = global i32 0
declare i32 @printf(i8* nocapture, ...) #0
define dso_local i32 @work(i32 %n, i32* %p) local_unnamed_addr #0 {
entry:
  %cmp = icmp sgt i32 %n, -1
  br i1 %cmp, label %then, label %exit
then:
  %old = load i32, i32* %p, align 4
  %sum = add nsw i32 %old, %n
  store i32 %sum, i32* @count, align 4
  %res = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([3 x i8], [3 x i8]* @text, i64 0, i64 0), i32 %sum)
  switch i32 %res, label %exit [ i32 1, label %exit ]
exit:
  %phi = phi i32 [ 0, %entry ], [ %sum, %then ], [ %sum, %then ]
  ret i32 %phi
}
attributes #0 = { nounwind }
!0 = !{i32 1, !"wchar_size"}
