open List
type 'a shape = Round of 'a | Flat of { width : 'a; height : 'a }
module type AREA = sig
  type t
  val area : t -> float
end
module Square : AREA = struct
  type t = float
  let area side = side *. side
end
exception Bad of string
let rec work ?(scale = 1.0) ~name table = function
  | [] -> None
  | x :: rest when x > 2 -> work ~scale ~name table rest
  | x :: _ ->
    let y = x + 1 and z = [| 1; 2 |] in
    if y > 2 then begin print_endline "big"; Some y end
    else (try Some (List.assoc x table) with Not_found -> raise (Bad "x"))
let () =
  let r = ref 0 in
  for i = 1 to 10 do r := !r + i done;
  while !r > 3 do decr r done;
  match work ~name:"a" [ (1, 2) ] [ 3; 4 ] with
  | Some n -> Printf.printf "%d\n" (n - -1)
  | None -> ignore (fun x -> x ^ "y")
